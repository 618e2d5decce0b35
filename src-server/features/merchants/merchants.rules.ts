import type { MerchantRow } from '#db/tables.ts'
import { Currency } from '../../shared/money.ts'
import {
  BusinessType,
  EstimatedVolume,
  type Merchant,
  VerificationStatus,
} from './merchants.schema.ts'

/** The row as the doors show it. */
export const merchantOf = (row: Pick<MerchantRow, keyof Merchant>): Merchant => ({
  id: row.id,
  businessName: row.businessName,
  businessType: BusinessType.parse(row.businessType),
  businessAddress: row.businessAddress,
  businessPhone: row.businessPhone,
  businessWebsite: row.businessWebsite,
  businessDescription: row.businessDescription,
  estimatedVolume: EstimatedVolume.nullable().parse(row.estimatedVolume),
  email: row.email,
  verificationStatus: VerificationStatus.parse(row.verificationStatus),
  currency: Currency.parse(row.currency),
  timezone: row.timezone,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export const canTakePayments = ({ verificationStatus }: Merchant): boolean =>
  verificationStatus === 'verified'
