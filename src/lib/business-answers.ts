import type { Merchant } from '#server/core/merchant.schema.ts'

/** What a merchant has said of the business, as fields show it: what was left out is an empty text. */
export const businessAnswersOf = (merchant: Merchant) => ({
  businessName: merchant.businessName,
  businessType: merchant.businessType,
  businessPhone: merchant.businessPhone,
  businessAddress: merchant.businessAddress ?? '',
  businessWebsite: merchant.businessWebsite ?? '',
  businessDescription: merchant.businessDescription ?? '',
  estimatedVolume: merchant.estimatedVolume ?? ('' as const),
  currency: merchant.currency,
})
