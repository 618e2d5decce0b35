import type { Merchant } from '#server/core/merchant.schema.ts'

/** Returns a merchant's business details as form values, with an empty text for each missing one. */
export const businessDetailsOf = (merchant: Merchant) => ({
  businessName: merchant.businessName,
  businessType: merchant.businessType,
  businessPhone: merchant.businessPhone,
  businessAddress: merchant.businessAddress ?? '',
  businessWebsite: merchant.businessWebsite ?? '',
  businessDescription: merchant.businessDescription ?? '',
  estimatedVolume: merchant.estimatedVolume ?? ('' as const),
  currency: merchant.currency,
})
