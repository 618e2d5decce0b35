import type { EntryType, PayoutStatus } from '#db/tables/balance-tables.ts'
import type { Minor } from '#server/shared/money/money.ts'

/** A part of a fee, in hundredths; `type` is the processor's own word. */
export type ReportedFee = { type: string; amount: Minor; description: string | null }

/** An entry of a processor account, with its references to our payments and refunds. */
export type ReportedEntry = {
  ref: string
  type: EntryType
  rawType: string
  /** `payments` for the main part of the balance, otherwise the processor's word for the part. */
  balanceType: string
  amount: Minor
  fee: Minor
  net: Minor
  currency: string
  feeDetails: readonly ReportedFee[]
  /** The amount before its conversion to the currency of the account; null without a conversion. */
  original: { amount: Minor; currency: string } | null
  /** The processor's ids of the entry's object, of its payment, and of the charge that it reverses. */
  sourceRef: string | null
  paymentRef: string | null
  chargeRef: string | null
  /** Our ids of the payment and the refund, from the processor's data; null when they name none. */
  ownPaymentId: string | null
  ownRefundId: string | null
  description: string | null
  createdAtMs: number
  availableAtMs: number
}

export type ReportedPayout = {
  ref: string
  status: PayoutStatus
  amount: Minor
  currency: string
  createdAtMs: number
  arrivalAtMs: number | null
  traceId: string | null
  bankLast4: string | null
  isAutomatic: boolean
  failureReason: string | null
  /** `complete` once the processor lists the payout's entries, `unavailable` when it never does. */
  contents: 'pending' | 'complete' | 'unavailable'
}

/**
 * An account's balance in a currency, in hundredths. `asOfMs`: the processor's time of the balance, if it differs from
 * the time of the call.
 */
export type BalancePart = {
  currency: string
  pending: Minor
  available: Minor
  reserved: Minor
  asOfMs?: number
}

/** Page of a list. `cursor` continues after it, in the processor's own form; store it with the rows of the page. */
export type MoneyPage<Row> = { rows: Row[]; cursor: string; isMore: boolean }

/** Page of entries, the newest first. */
export type EntryPage = MoneyPage<ReportedEntry> & {
  /** Payouts that the entries show, at a processor without a list of payouts. */
  payouts?: ReportedPayout[]
  /** True when the key lacks the permission for the list, so that nothing was read. */
  isForbidden?: boolean
}

/**
 * Reading of an account's money, with its secret key. A cursor is null at the first call. Each page overlaps with
 * the page before, so a caller must recognize the rows that it has. Each method calls the processor once, except
 * `readPaymentEntries`.
 */
export type MoneyAccess = {
  /** The processor's own name of the permission without which its list of entries is forbidden. */
  permission?: string
  readEntries: (secretKey: string, cursor: string | null, nowMs: number) => Promise<EntryPage>
  readPayouts: (secretKey: string, cursor: string | null) => Promise<MoneyPage<ReportedPayout>>
  /** Returns the references of a payout's entries. */
  readContents: (
    secretKey: string,
    payoutRef: string,
    cursor: string | null,
  ) => Promise<MoneyPage<string>>
  readBalance: (secretKey: string) => Promise<BalancePart[]>
  /**
   * Returns the entries of a payment's charges, at a processor that lists entries late. The entries have the same
   * references in the processor's list.
   */
  readPaymentEntries?: (secretKey: string, paymentRef: string) => Promise<ReportedEntry[]>
}
