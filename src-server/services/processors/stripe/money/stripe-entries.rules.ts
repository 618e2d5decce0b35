import type { Stripe } from 'stripe'
import type { EntryType } from '#db/tables/balance-tables.ts'
import type { ReportedEntry, ReportedPayout } from '#server/core/ports/money-access.ts'
import { Currency, type Minor } from '#server/shared/money/money.ts'
import { minorOfStripe } from '../stripe-amount.rules.ts'

/**
 * Our type for each reporting category of Stripe. A partial capture is two entries: the whole charge, and a reversal,
 * which therefore counts as a negative charge.
 */
const types: Readonly<Record<string, EntryType>> = {
  charge: 'charge',
  charge_failure: 'charge',
  partial_capture_reversal: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversal',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  payout: 'payout',
  payout_reversal: 'payout_failure',
  payout_failure: 'payout_failure',
  transfer: 'transfer',
  transfer_reversal: 'transfer',
  topup: 'transfer',
  topup_reversal: 'transfer',
  other_adjustment: 'adjustment',
}

/** Returns our type of a reporting category; `other` for a category that is not listed here. */
export const entryTypeOf = (category: string): EntryType => types[category] ?? 'other'

const minorOf = (amount: number, currency: string): Minor =>
  minorOfStripe(amount, Currency.parse(currency.toUpperCase()))

const payerTypes: ReadonlySet<EntryType> = new Set([
  'charge',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
])

const isAboutPayer = (category: string): boolean => payerTypes.has(entryTypeOf(category))

/** The parts of an expanded source that connect an entry with our rows. */
type Source = {
  id: string
  object?: string
  amount?: number
  currency?: string
  metadata?: Record<string, string> | null
  payment_intent?: string | { id: string } | null
  charge?: string | { id: string } | null
}

const sourceOf = ({ source }: Stripe.BalanceTransaction): Source | null => {
  if (source === null) return null
  return typeof source === 'string' ? { id: source } : (source as Source)
}

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** Converts a balance transaction, whose source is expanded. `refundName` is the metadata's name for our refund. */
export function reportedEntryOf(
  transaction: Stripe.BalanceTransaction,
  refundName: string,
): ReportedEntry {
  const { currency, reporting_category: category, fee_details: details } = transaction
  const source = sourceOf(transaction)
  const metadata = source?.metadata ?? {}
  return {
    ref: transaction.id,
    type: entryTypeOf(category),
    rawType: category || transaction.type,
    balanceType: transaction.balance_type,
    amount: minorOf(transaction.amount, currency),
    fee: minorOf(transaction.fee, currency),
    net: minorOf(transaction.net, currency),
    currency: currency.toUpperCase(),
    feeDetails: details.map(({ type, amount, currency: feeCurrency, description }) => ({
      type,
      amount: minorOf(amount, feeCurrency),
      description,
    })),
    original: originalOf(transaction, source),
    sourceRef: source?.id ?? null,
    paymentRef: idOf(source?.payment_intent),
    chargeRef: idOf(source?.charge),
    ownPaymentId: metadata['incasso'] ?? null,
    ownRefundId: metadata[refundName] ?? null,
    // A payment's description is the merchant's text about a customer, whose erasure would not find it here.
    description: isAboutPayer(category) ? null : transaction.description,
    createdAtMs: transaction.created * 1000,
    availableAtMs: transaction.available_on * 1000,
  }
}

/** Returns the amount before the conversion, with the sign of the entry; null without a conversion. */
function originalOf(
  { currency, amount, exchange_rate: rate }: Stripe.BalanceTransaction,
  source: Source | null,
): ReportedEntry['original'] {
  if (rate === null || source?.amount === undefined || source.currency === undefined) return null
  if (source.currency === currency) return null
  const absolute = Math.abs(minorOf(source.amount, source.currency))
  return { amount: amount < 0 ? -absolute : absolute, currency: source.currency.toUpperCase() }
}

const payoutStatuses: Readonly<Record<string, ReportedPayout['status']>> = {
  pending: 'pending',
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
}

/** Converts a payout, whose destination is expanded. An unknown status counts as pending. */
export function reportedPayoutOf(payout: Stripe.Payout): ReportedPayout {
  const { destination, trace_id: trace, reconciliation_status: reconciled } = payout
  const account = typeof destination === 'object' ? destination : null
  const contents = reconciled === 'completed' ? 'complete' : 'pending'
  return {
    ref: payout.id,
    status: payoutStatuses[payout.status] ?? 'pending',
    amount: minorOf(payout.amount, payout.currency),
    currency: payout.currency.toUpperCase(),
    createdAtMs: payout.created * 1000,
    arrivalAtMs: payout.arrival_date * 1000,
    traceId: trace?.status === 'supported' ? trace.value : null,
    bankLast4: account !== null && 'last4' in account ? (account.last4 ?? null) : null,
    isAutomatic: payout.automatic,
    failureReason: payout.failure_code,
    // Stripe lists the entries of automatic payouts only.
    contents: payout.automatic ? contents : 'unavailable',
  }
}
