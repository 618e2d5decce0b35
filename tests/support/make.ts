import type { z } from 'zod'
import type { Onboarding } from '#server/features/merchants/merchants.schema.ts'
import type { NewTransaction } from '#server/features/transactions/new-transaction.schema.ts'

/** Returns a valid input. Tests override the fields that they are about. */
export const onboarding = (more: Partial<z.input<typeof Onboarding>> = {}) => ({
  businessName: 'Bar Centrale',
  businessType: 'retail' as const,
  businessPhone: '+39 06 1234567',
  acceptedTerms: true as const,
  acceptedPrivacy: true as const,
  timezone: 'UTC',
  ...more,
})

export const payment = (more: Partial<z.input<typeof NewTransaction>> = {}) => ({
  amount: '12.34',
  currency: 'USD' as const,
  customerName: 'Ada Rossi',
  customerEmail: 'ada@example.com',
  paymentMethod: 'card' as const,
  ...more,
})
