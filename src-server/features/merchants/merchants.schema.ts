import { z } from 'zod'
import { canonicalTimezone } from '../../shared/day.ts'
import { Currency } from '../../shared/money.ts'
import { Email, Instant, line, optionalLine, optionalLineChange } from '../../shared/text.ts'

export const businessTypes = [
  'ecommerce',
  'retail',
  'services',
  'software',
  'nonprofit',
  'other',
] as const
export const BusinessType = z.enum(businessTypes)
export type BusinessType = z.infer<typeof BusinessType>

export const estimatedVolumes = [
  '0-1000',
  '1000-5000',
  '5000-10000',
  '10000-50000',
  '50000+',
] as const
export const EstimatedVolume = z.enum(estimatedVolumes)
export type EstimatedVolume = z.infer<typeof EstimatedVolume>

export const VerificationStatus = z.enum(['pending', 'verified', 'suspended'])
export type VerificationStatus = z.infer<typeof VerificationStatus>

export const Merchant = z.strictObject({
  id: z.string(),
  businessName: z.string(),
  businessType: BusinessType,
  businessAddress: z.string().nullable(),
  businessPhone: z.string(),
  businessWebsite: z.string().nullable(),
  businessDescription: z.string().nullable(),
  estimatedVolume: EstimatedVolume.nullable(),
  email: z.string(),
  verificationStatus: VerificationStatus,
  currency: Currency,
  timezone: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Merchant = z.infer<typeof Merchant>

/** What somebody may do for a merchant; a key acts as itself. */
export type Role = 'owner' | 'staff' | 'key'

export const Timezone = z.string().transform((name, ctx) => {
  const canonical = canonicalTimezone(name)
  if (canonical !== undefined) return canonical
  ctx.addIssue({ code: 'custom', message: 'must be an IANA time zone such as Europe/Rome' })
  return z.NEVER
})

const accepted = z.literal(true, {
  error: 'Devi accettare i termini e condizioni e la privacy policy',
})

export const Onboarding = z.strictObject({
  businessName: line(200),
  businessType: BusinessType,
  businessPhone: line(50),
  businessAddress: optionalLine(500),
  businessWebsite: optionalLine(500),
  businessDescription: optionalLine(1000),
  // An untouched select sends nothing, null or an empty text: all three mean "not said".
  estimatedVolume: z
    .union([EstimatedVolume, z.literal('')])
    .nullish()
    .transform((value) => value || null),
  acceptedTerms: accepted,
  acceptedPrivacy: accepted,
  timezone: Timezone.default('UTC'),
  currency: Currency.default('USD').meta({ description: 'The currency that totals are told in' }),
  userId: z.string().max(200).optional(),
  email: Email.optional(),
})
export type Onboarding = z.infer<typeof Onboarding>

export const UpdateMerchant = z.strictObject({
  businessName: line(200).optional(),
  businessType: BusinessType.optional(),
  businessPhone: line(50).optional(),
  businessAddress: optionalLineChange(500),
  businessWebsite: optionalLineChange(500),
  businessDescription: optionalLineChange(1000),
  estimatedVolume: EstimatedVolume.nullish(),
  currency: Currency.optional(),
  timezone: Timezone.optional(),
})
export type UpdateMerchant = z.infer<typeof UpdateMerchant>
