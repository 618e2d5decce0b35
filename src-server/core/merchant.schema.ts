import { z } from 'zod'
import type { MemberRole } from '../shared/member-role.ts'
import { Currency } from '../shared/money/money.ts'
import { Instant } from '../shared/text/text.ts'

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

/** Ranges of the monthly volume of payments that a merchant expects. */
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

/** Role of a caller for a merchant: the role of a member, or `key` for an API key, which acts as itself. */
export type Role = MemberRole | 'key'
