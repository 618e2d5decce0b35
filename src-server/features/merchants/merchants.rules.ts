import type { MerchantRow } from '#db/tables.ts'
import { Merchant } from './merchants.schema.ts'

/** The row as the doors show it. */
export const merchantOf = ({ acceptedTermsAt: _, ...row }: MerchantRow): Merchant =>
  Merchant.parse(row)

export const canTakePayments = ({ verificationStatus }: Merchant): boolean =>
  verificationStatus === 'verified'
