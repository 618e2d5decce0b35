import type { EntryType } from '#db/tables/balance-tables.ts'
import type { Minor } from '#server/shared/money/money.ts'
import type { StoredFee } from './money.rules.ts'

/** Part of a balance to which payments, refunds and payouts belong; other parts are reserved. */
export const MAIN_BALANCE = 'payments'

/** An entry of a processor's account before it is stored. */
export type EntryDraft = {
  ref: string
  type: EntryType
  rawType: string
  balanceType: string
  amount: Minor
  fee: Minor
  net: Minor
  currency: string
  feeDetails: readonly StoredFee[]
  originalAmount?: Minor | null
  originalCurrency?: string | null
  transactionId?: string | null
  refundId?: string | null
  disputeId?: string | null
  payoutId?: string | null
  sourceRef?: string | null
  description?: string | null
  createdAt: string
  availableAt: string
}
