import { businessDetailsOf } from '#client/lib/business-details.ts'
import { type FieldErrors, isBlank } from '#client/lib/hooks/use-form.ts'
import { settings } from '#client/texts/en/settings.ts'
import type { BusinessType, EstimatedVolume } from '#server/core/merchant.schema.ts'
import type {
  BusinessProfile,
  ChangeBusiness,
} from '#server/features/merchants/merchants.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { taxIdIssues } from '#server/shared/text/tax-ids.ts'

/** The values of the form for the merchant's business. */
export type BusinessValues = {
  businessName: string
  businessType: BusinessType
  businessPhone: string
  businessAddress: string
  businessWebsite: string
  businessDescription: string
  vatNumber: string
  taxCode: string
  estimatedVolume: EstimatedVolume | ''
  currency: Currency
  timezone: string
}

/** Returns the form's values for the saved business. */
export const valuesOf = (business: BusinessProfile): BusinessValues => ({
  ...businessDetailsOf(business),
  vatNumber: business.vatNumber ?? '',
  taxCode: business.taxCode ?? '',
  timezone: business.timezone,
})

export function checkBusiness(values: BusinessValues): FieldErrors<BusinessValues> {
  const texts = settings.business
  const faulty = taxIdIssues(values, values.timezone).map(({ path }) => path)
  return {
    ...(isBlank(values.businessName) && { businessName: texts.missingName }),
    ...(isBlank(values.businessPhone) && { businessPhone: texts.missingPhone }),
    ...(faulty.includes('vatNumber') && { vatNumber: texts.wrongVat }),
    ...(faulty.includes('taxCode') && { taxCode: texts.wrongTaxCode }),
  }
}

// The server refuses line breaks: each text is shown on one line everywhere.
const line = (text: string): string => text.replace(/\s+/g, ' ').trim()

const inputOf = (values: BusinessValues) => ({
  businessName: line(values.businessName),
  businessType: values.businessType,
  businessPhone: line(values.businessPhone),
  businessAddress: line(values.businessAddress) || null,
  businessWebsite: line(values.businessWebsite) || null,
  businessDescription: line(values.businessDescription) || null,
  vatNumber: line(values.vatNumber) || null,
  taxCode: line(values.taxCode) || null,
  estimatedVolume: values.estimatedVolume || null,
  currency: values.currency,
  timezone: values.timezone,
})

export type Changes = Partial<ChangeBusiness>

/** Returns only the fields changed since they were shown, so that changes by other members are kept. */
export function changesOf(shown: BusinessValues, values: BusinessValues): Changes {
  const before = inputOf(shown)
  const after = inputOf(values)
  const fields = Object.keys(after) as (keyof typeof after)[]
  return Object.fromEntries(
    fields.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  )
}
