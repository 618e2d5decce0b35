import type { DisputeRow, DisputeStatus } from '#db/tables/dispute-tables.ts'
import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import { toIso } from '#server/shared/day.ts'
import { rulesOf } from '#server/shared/money/currencies.ts'
import { Currency, type Minor } from '#server/shared/money/money.ts'
import { type EntryDraft, MAIN_BALANCE } from '../entry-draft.rules.ts'

/** Share of a payment in thousandths, and the fixed part in hundredths, of the sandbox's fee. */
const FEE_PER_THOUSAND = 14
const FIXED_FEE: Minor = 25

/**
 * Returns the sandbox's fee: 1.4 % and 0.25, rounded half up to the smallest unit of the currency. Bank transfers cost
 * nothing.
 */
export function sandboxFee({
  amount,
  currency,
  paymentMethod,
}: Pick<TransactionRow, 'amount' | 'currency' | 'paymentMethod'>): Minor {
  if (paymentMethod === 'bank') return 0
  const { step } = rulesOf(Currency.parse(currency))
  const thousandths = amount * FEE_PER_THOUSAND + FIXED_FEE * 1000
  return Math.floor((thousandths + 500 * step) / (1000 * step)) * step
}

/** Columns of a payment from which its entries follow. */
export type SandboxPayment = Pick<
  TransactionRow,
  | 'id'
  | 'transactionId'
  | 'status'
  | 'amount'
  | 'currency'
  | 'paymentMethod'
  | 'processor'
  | 'createdAt'
  | 'settledAt'
>

/** Columns of a refund from which its entries follow. `hasSucceeded`: it had succeeded before it failed. */
export type SandboxRefund = Pick<
  RefundRow,
  | 'id'
  | 'transactionId'
  | 'reference'
  | 'status'
  | 'amount'
  | 'currency'
  | 'processor'
  | 'nextCheckAt'
  | 'createdAt'
  | 'updatedAt'
  | 'settledAt'
> & { hasSucceeded: boolean }

/** Entries that a payment or refund has caused by now, and whether it may cause further entries later. */
export type ItemEntries = { entries: EntryDraft[]; isOpen: boolean }

/** Returns the entry of a payment that succeeded; its money is available after the settlement time. */
export function entriesOfPayment(payment: SandboxPayment, settlementMs: number): ItemEntries {
  if (payment.status !== 'success') return { entries: [], isOpen: payment.status === 'pending' }
  const { id, amount, currency, transactionId: reference } = payment
  const createdAt = payment.settledAt ?? payment.createdAt
  const fee = sandboxFee(payment)
  const entry: EntryDraft = {
    ref: `charge:${id}`,
    type: 'charge',
    rawType: 'charge',
    balanceType: MAIN_BALANCE,
    amount,
    fee,
    net: amount - fee,
    currency,
    feeDetails: fee === 0 ? [] : [{ type: 'processing', amount: fee, description: '1.4 % + 0.25' }],
    transactionId: id,
    description: reference,
    createdAt,
    availableAt: toIso(Date.parse(createdAt) + settlementMs),
  }
  return { entries: [entry], isOpen: false }
}

/** Returns the entries of a refund: the money that went back and, if the refund failed later, its return. */
export function entriesOfRefund(refund: SandboxRefund): ItemEntries {
  const { id, status, amount, currency, transactionId, reference } = refund
  const sentAt = refund.settledAt ?? refund.updatedAt
  const common = { fee: 0, currency, feeDetails: [], transactionId, refundId: id }
  const sent: EntryDraft = {
    ...common,
    ref: `refund:${id}`,
    type: 'refund',
    rawType: 'refund',
    balanceType: MAIN_BALANCE,
    amount: -amount,
    net: -amount,
    description: reference,
    createdAt: sentAt,
    availableAt: sentAt,
  }
  if (status === 'success') return { entries: [sent], isOpen: refund.nextCheckAt !== null }
  if (status !== 'failed' || !refund.hasSucceeded) {
    return { entries: [], isOpen: status === 'pending' }
  }
  const returned: EntryDraft = {
    ...sent,
    ref: `refund_failure:${id}`,
    type: 'refund_failure',
    rawType: 'refund_failure',
    amount,
    net: amount,
    createdAt: refund.updatedAt,
    availableAt: refund.updatedAt,
  }
  return { entries: [sent, returned], isOpen: false }
}

/** Columns of a dispute from which its entries follow. */
export type SandboxDispute = Pick<
  DisputeRow,
  | 'id'
  | 'transactionId'
  | 'kind'
  | 'status'
  | 'amount'
  | 'currency'
  | 'fee'
  | 'reference'
  | 'processor'
  | 'closedAt'
  | 'updatedAt'
> & {
  /** Time at which the dispute first was more than a warning or an inquiry; null while it is not. */
  withdrawnAt: string | null
}

/** Statuses of a dispute whose money was withdrawn, whether or not it came back. */
const withdrawnStatuses: ReadonlySet<DisputeStatus> = new Set([
  'needs_response',
  'under_review',
  'won',
  'lost',
])

/**
 * Returns the entries of a dispute: the money that the bank withdraws with the fee and, when the dispute is won, the
 * money's return. The fee stays. Warnings and inquiries take no money.
 */
export function entriesOfDispute(dispute: SandboxDispute): EntryDraft[] {
  const { id, kind, status, amount, currency, transactionId, reference } = dispute
  if (kind !== 'dispute' || !withdrawnStatuses.has(status)) return []
  const fee = dispute.fee ?? 0
  const withdrawnAt = dispute.withdrawnAt ?? dispute.updatedAt
  const withdrawn: EntryDraft = {
    ref: `dispute:${id}`,
    type: 'dispute',
    rawType: 'dispute',
    balanceType: MAIN_BALANCE,
    amount: -amount,
    fee,
    net: -amount - fee,
    currency,
    feeDetails: fee === 0 ? [] : [{ type: 'dispute', amount: fee, description: null }],
    transactionId,
    disputeId: id,
    description: reference,
    createdAt: withdrawnAt,
    availableAt: withdrawnAt,
  }
  if (status !== 'won') return [withdrawn]
  const returnedAt = dispute.closedAt ?? dispute.updatedAt
  const returned: EntryDraft = {
    ...withdrawn,
    ref: `dispute_reversal:${id}`,
    type: 'dispute_reversal',
    rawType: 'dispute_reversal',
    amount,
    fee: 0,
    net: amount,
    feeDetails: [],
    createdAt: returnedAt,
    availableAt: returnedAt,
  }
  return [withdrawn, returned]
}

const DAY_MS = 86_400_000
const PAYOUT_HOUR_MS = 6 * 3_600_000

/** Returns the next time, after `afterMs`, at which the sandbox pays out: 06:00 UTC. */
export const nextPayoutMs = (afterMs: number): number =>
  Math.floor((afterMs - PAYOUT_HOUR_MS) / DAY_MS) * DAY_MS + DAY_MS + PAYOUT_HOUR_MS

/** Time between a payout and its arrival. */
export const ARRIVES_AFTER_MS = DAY_MS

/** Returns whether the sandbox's bank refuses a payout: it refuses amounts that end in 99. */
export const isRefusedByBank = (amount: Minor): boolean => amount % 100 === 99
