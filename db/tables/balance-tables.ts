import type { Generated } from 'kysely'

/** An account at a processor whose balance, entries and payouts are read. Cursors store how far each list was read. */
export interface BalanceAccountRow {
  merchantId: string
  id: string
  processor: string
  /** The processor's id of the account, so that an account connected twice is read once. */
  accountKey: string
  /** The processor account whose API key reads the balance; null for the sandbox. */
  accountId: string | null
  /** Cursors in the processor's lists, in the processor's own form. */
  entryCursor: Generated<string | null>
  payoutCursor: Generated<string | null>
  /**
   * Positions of the last payment and the last refund that were read. The sandbox stores instant and id; a processor
   * whose payments are read one by one stores the payment's id.
   */
  paymentPosition: Generated<string | null>
  refundPosition: Generated<string | null>
  /** JSON: the balance as the processor reports it; null if it is computed from the entries. */
  reported: Generated<string | null>
  /** Time of the first reading after which ledger and reported balance differed; null while they agree. */
  differsSince: Generated<string | null>
  /** The processor's own name of a permission that the account's API key lacks; null if it lacks none. */
  missingPermission: Generated<string | null>
  /** Current generation of the ledger. A rebuild creates the next one. */
  ledgerGeneration: Generated<number>
  nextPayoutAt: Generated<string | null>
  /** Time of the last complete read. */
  readAt: Generated<string | null>
  /** Time of the next read; null if none is scheduled. */
  dueAt: string | null
  leasedUntil: Generated<string | null>
  failures: Generated<number>
  createdAt: string
}

/** Kinds of entries; an unknown kind is `other`, with the processor's own word in `rawType`. */
export type EntryType =
  | 'charge'
  | 'refund'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'fee'
  | 'payout'
  | 'payout_failure'
  | 'transfer'
  | 'adjustment'
  | 'other'

/** A line of a processor's account. Amounts are signed: what the merchant gets is positive. */
export interface BalanceEntryRow {
  merchantId: string
  id: string
  balanceAccountId: string
  processor: string
  /** The processor's id of the entry. */
  ref: string
  type: EntryType
  rawType: string
  /** The part of the balance that the entry changes: `payments`, or the processor's word for another part. */
  balanceType: string
  amount: number
  fee: number
  net: number
  currency: string
  /** JSON: a list of type, amount and description. */
  feeDetails: string
  /** The amount before its conversion to the settlement currency; null without a conversion. */
  originalAmount: number | null
  originalCurrency: string | null
  transactionId: string | null
  refundId: string | null
  disputeId: string | null
  /** The payout that contains the entry. For an entry of type `payout`, that payout. */
  payoutId: string | null
  /** The processor's id of the entry's object, such as a charge or a refund. */
  sourceRef: string | null
  description: string | null
  /** Generation of the ledger that has the entry; 0 until it is posted. */
  ledgerGeneration: Generated<number>
  createdAt: string
  availableAt: string
  recordedAt: string
}

/** Count and sums of a balance account's entries of one currency, part of the balance and type. */
export interface BalanceTotalRow {
  merchantId: string
  balanceAccountId: string
  currency: string
  balanceType: string
  type: EntryType
  count: number
  amount: number
  fee: number
  net: number
}

export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'

/** Money that a processor sends to the merchant's bank account. */
export interface PayoutRow {
  merchantId: string
  id: string
  balanceAccountId: string
  processor: string
  ref: string
  status: PayoutStatus
  amount: number
  currency: string
  arrivalAt: string | null
  traceId: string | null
  bankLast4: string | null
  isAutomatic: number
  failureReason: string | null
  entryCount: Generated<number>
  /**
   * Entries that became available later belong to the next payout; null if the processor lists the payout's entries.
   */
  availableUntil: string | null
  /** Cursor in the processor's list of the payout's entries, while that list is being read. */
  contentsCursor: Generated<string | null>
  /** Time at which its entries were last looked for at the processor; null before the first time. */
  contentsReadAt: Generated<string | null>
  /** State of the list of its entries: incomplete, complete, or not offered by the processor. */
  contents: 'pending' | 'complete' | 'unavailable'
  createdAt: string
  updatedAt: string
}

/** A payment or refund of the sandbox that may still change and so is read again, or a dispute that has changed. */
export interface SandboxOpenItemRow {
  merchantId: string
  kind: 'payment' | 'refund' | 'dispute'
  /**
   * The object's id; each change of a dispute adds a row, with the id of the dispute, followed by the id of the change.
   */
  objectId: string
  checkAt: string
  checkCount: Generated<number>
}

/** Kinds of ledger accounts: money at a processor, its sources, and its uses. */
export type LedgerKind =
  | 'processor'
  | 'reserved'
  | 'payouts'
  | 'sales'
  | 'refunds'
  | 'fees'
  | 'disputes'
  | 'conversion'
  | 'transfers'
  | 'adjustments'

/** An account of the ledger, for a balance account in a currency. */
export interface LedgerAccountRow {
  merchantId: string
  id: string
  balanceAccountId: string
  kind: LedgerKind
  currency: string
}

/** The postings of a balance entry, in a generation of the ledger; append-only. */
export interface LedgerTransferRow {
  merchantId: string
  generation: number
  entryId: string
  balanceAccountId: string
  type: EntryType
  at: string
}

/** An amount from one ledger account (credit) to another (debit); append-only. */
export interface LedgerPostingRow {
  merchantId: string
  generation: number
  entryId: string
  sequence: number
  debitId: string
  creditId: string
  currency: string
  amount: number
}

/** Sums of a ledger account's debits and credits, in a generation of the ledger. */
export interface LedgerBalanceRow {
  merchantId: string
  generation: number
  ledgerAccountId: string
  debits: number
  credits: number
}

/** The tables of balances and of the ledger. */
export interface BalanceTables {
  balanceAccounts: BalanceAccountRow
  balanceEntries: BalanceEntryRow
  balanceTotals: BalanceTotalRow
  payouts: PayoutRow
  sandboxOpenFacts: SandboxOpenItemRow
  ledgerAccounts: LedgerAccountRow
  ledgerTransfers: LedgerTransferRow
  ledgerPostings: LedgerPostingRow
  ledgerBalances: LedgerBalanceRow
}
