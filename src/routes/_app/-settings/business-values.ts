import type {
  BusinessType,
  EstimatedVolume,
  Merchant,
  UpdateMerchant,
} from '#server/features/merchants/merchants.schema.ts'
import type { Currency } from '#server/shared/money.ts'
import { businessAnswersOf } from '../../../lib/business-answers.ts'
import { settings } from '../../../texts/settings.ts'

export type BusinessValues = {
  businessName: string
  businessType: BusinessType
  businessPhone: string
  businessAddress: string
  businessWebsite: string
  businessDescription: string
  estimatedVolume: EstimatedVolume | ''
  currency: Currency
  timezone: string
}

export type BusinessErrors = Partial<Record<keyof BusinessValues, string>>

/** The order of the fields on the screen: the first bad one gets the focus. */
export const businessFields = [
  'businessName',
  'businessType',
  'businessPhone',
  'businessAddress',
  'businessWebsite',
  'businessDescription',
  'estimatedVolume',
  'currency',
  'timezone',
] as const

export const valuesOf = (merchant: Merchant): BusinessValues => ({
  ...businessAnswersOf(merchant),
  timezone: merchant.timezone,
})

export function checkBusiness({ businessName, businessPhone }: BusinessValues): BusinessErrors {
  const texts = settings.business
  return {
    ...(businessName.trim() === '' && { businessName: texts.missingName }),
    ...(businessPhone.trim() === '' && { businessPhone: texts.missingPhone }),
  }
}

// A line break is refused: each text is one line wherever it is shown.
const line = (text: string): string => text.replace(/\s+/g, ' ').trim()

const sent = (values: BusinessValues) => ({
  businessName: line(values.businessName),
  businessType: values.businessType,
  businessPhone: line(values.businessPhone),
  businessAddress: line(values.businessAddress) || null,
  businessWebsite: line(values.businessWebsite) || null,
  businessDescription: line(values.businessDescription) || null,
  estimatedVolume: values.estimatedVolume || null,
  currency: values.currency,
  timezone: values.timezone,
})

export type Changes = Partial<UpdateMerchant>

/** Only what differs from what was shown: what somebody else changed meanwhile stays theirs. */
export function changesOf(shown: BusinessValues, values: BusinessValues): Changes {
  const before = sent(shown)
  const after = sent(values)
  return Object.fromEntries(
    businessFields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, after[field]]),
  )
}
