import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import {
  BusinessType,
  EstimatedVolume,
  type Onboarding,
} from '#server/features/merchants/merchants.schema.ts'
import type { Currency } from '#server/shared/money.ts'
import { viewerTimezone } from '../../lib/format.ts'
import { proposedCurrency } from '../../lib/proposed-currency.ts'

export type Answers = {
  businessName: string
  businessType: string
  businessPhone: string
  businessAddress: string
  businessWebsite: string
  businessDescription: string
  estimatedVolume: string
  currency: Currency
}

export type AnswerField = keyof Answers

export type Acceptance = { terms: boolean; privacy: boolean }

/** Before anything is answered. */
export const firstAnswers = (): Answers => ({
  businessName: '',
  businessType: '',
  businessPhone: '',
  businessAddress: '',
  businessWebsite: '',
  businessDescription: '',
  estimatedVolume: '',
  currency: proposedCurrency({ zone: viewerTimezone(), language: navigator.language }),
})

export const isBusinessComplete = (answers: Answers): boolean =>
  [answers.businessName, answers.businessType, answers.businessPhone].every(
    (text) => text.trim() !== '',
  )

/** What is sent; undefined while something required is missing. */
export function onboardingOf(
  answers: Answers,
  acceptance: Acceptance,
  { user, timezone }: { user: CurrentUser; timezone: string },
): Onboarding | undefined {
  const businessType = BusinessType.safeParse(answers.businessType).data
  if (!businessType || !isBusinessComplete(answers)) return undefined
  if (!acceptance.terms || !acceptance.privacy) return undefined
  return {
    businessName: answers.businessName.trim(),
    businessType,
    businessPhone: answers.businessPhone.trim(),
    businessAddress: answers.businessAddress.trim() || null,
    businessWebsite: answers.businessWebsite.trim() || null,
    // Line breaks are refused: the description is one line wherever it is shown.
    businessDescription: answers.businessDescription.replace(/\s+/g, ' ').trim() || null,
    estimatedVolume: EstimatedVolume.safeParse(answers.estimatedVolume).data ?? null,
    acceptedTerms: true,
    acceptedPrivacy: true,
    currency: answers.currency,
    timezone,
    userId: user.id,
    email: user.email || undefined,
  }
}
