import type { Stripe } from 'stripe'
import type { DisputeStatus } from '#db/tables/dispute-tables.ts'
import type { DisputeAtProcessor } from '#server/core/ports/processor.ts'
import type { DisputeReason } from '#server/shared/disputes/dispute-reasons.ts'
import { Currency, type Minor } from '#server/shared/money/money.ts'
import { minorOfStripe } from '../stripe-amount.rules.ts'

const minorIn = (amount: number, currency: string): Minor =>
  minorOfStripe(amount, Currency.parse(currency.toUpperCase()))

/** Converts a dispute of Stripe's to ours. */
export const reportedDisputeOf = (dispute: Stripe.Dispute): DisputeAtProcessor => {
  const { due_by: dueBy, submission_count: submissions } = dispute.evidence_details
  return {
    ref: dispute.id,
    kind: 'dispute',
    status: statusOf(dispute.status),
    amount: minorIn(dispute.amount, dispute.currency),
    reason: dispute.reason,
    category: categories[dispute.reason] ?? 'general',
    networkReason: networkReasonOf(dispute),
    ...moneyOf(dispute),
    isRefundable: dispute.is_charge_refundable,
    evidenceDueMs: dueBy ? dueBy * 1000 : null,
    openedAtMs: dispute.created * 1000,
    hasEvidence: submissions > 0,
  }
}

/**
 * Returns the money that Stripe booked out of the balance, and its fee. Entries in another currency than the dispute's
 * are ignored: they do not show its amount.
 */
function moneyOf({ balance_transactions: entries, currency }: Stripe.Dispute) {
  const entriesInCurrency = entries.filter((entry) => entry.currency === currency)
  if (entriesInCurrency.length === 0) return { fee: null }
  const sum = entriesInCurrency.reduce((total, { amount }) => total + amount, 0)
  const fee = entriesInCurrency.reduce((total, entry) => total + entry.fee, 0)
  return { taken: minorIn(Math.max(0, -sum), currency), fee: minorIn(Math.max(0, fee), currency) }
}

function networkReasonOf({ payment_method_details: details }: Stripe.Dispute): string | null {
  switch (details?.type) {
    case 'card':
      return details.card?.network_reason_code ?? null
    case 'klarna':
      return details.klarna?.reason_code ?? null
    case 'paypal':
      return details.paypal?.reason_code ?? null
    default:
      return null
  }
}

/** Our dispute reasons by Stripe's. Any other reason becomes `general`. */
const categories: Readonly<Record<string, DisputeReason>> = {
  credit_not_processed: 'credit_not_processed',
  debit_not_authorized: 'fraudulent',
  duplicate: 'duplicate',
  fraudulent: 'fraudulent',
  product_not_received: 'product_not_received',
  product_unacceptable: 'product_unacceptable',
  subscription_canceled: 'subscription_canceled',
  unrecognized: 'fraudulent',
}

/** Returns our status of a dispute. A status that is not listed here counts as under review. */
function statusOf(status: string): DisputeStatus {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
    case 'needs_response':
    case 'under_review':
    case 'won':
    case 'lost':
      return status
    case 'prevented':
      return 'warning_closed'
    case 'appeal_needs_response':
      return 'needs_response'
    default:
      return 'under_review'
  }
}
