import type Stripe from 'stripe'
import { recordMoved, type StripeAccount } from './account.ts'
import { bookTransaction } from './balance.ts'
import { settleWarnings } from './disputes.ts'
import { emit } from './events.ts'
import {
  assertKnownParameters,
  type FormBody,
  invalid,
  mapOf,
  textOf,
  wholeNumber,
} from './form-body.ts'
import { findIntent, type StandInContext } from './payment-intents.ts'
import { newRefund } from './release.ts'
import { missing, StripeRefusal } from './stripe-refusal.ts'
import { cardOf } from './test-cards.ts'

/** Time until a pending refund is decided, or until a successful refund fails. */
const DECIDED_AFTER_MS = 60_000

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer']

export function createRefund(context: StandInContext, body: FormBody): Stripe.Refund {
  assertKnownParameters(body, ['payment_intent', 'charge', 'amount', 'metadata', 'reason'])
  const { account, nowMs } = context
  const charge = chargeOf(context, body)
  const reason = textOf(body, 'reason') ?? null
  if (reason !== null && !REASONS.includes(reason)) throw invalid('reason', 'Invalid reason')
  const refundable = charge.amount - charge.amount_refunded
  const amount = wholeNumber(body, 'amount') ?? refundable
  if (refundable === 0) {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    })
  }
  if (amount < 1 || amount > refundable) {
    throw invalid(
      'amount',
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundable})`,
    )
  }
  const card = cardOf(account, String(charge.payment_method))
  const refund: Stripe.Refund = {
    ...newRefund(charge, { amount, nowMs }),
    metadata: mapOf(body, 'metadata'),
    reason: reason as Stripe.Refund.Reason | null,
    status: card?.refund === 'pending_first' ? 'pending' : 'succeeded',
  }
  refund.balance_transaction = bookTransaction(context, {
    type: 'refund',
    amount: -amount,
    currency: refund.currency,
    source: refund.id,
  }).id
  account.refunds.set(refund.id, refund)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  recordMoved(account, String(charge.payment_intent), { refunded: amount })
  emit(context, 'refund.created', refund)
  emit(context, 'charge.refunded', charge)
  settleWarnings(context, charge)
  const decisionMoment = { ...context, nowMs: nowMs + DECIDED_AFTER_MS }
  if (card?.refund === 'pending_first') {
    account.later.push({ atMs: decisionMoment.nowMs, run: () => succeed(decisionMoment, refund) })
  }
  if (card?.refund === 'fails_later') {
    account.later.push({
      atMs: decisionMoment.nowMs,
      run: () => fail(decisionMoment, refund, charge),
    })
  }
  return refund
}

function chargeOf({ account }: StandInContext, body: FormBody): Stripe.Charge {
  const intentId = textOf(body, 'payment_intent')
  const chargeId =
    intentId === undefined
      ? textOf(body, 'charge')
      : (findIntent(account, intentId).latest_charge as string | null)
  const charge = account.charges.get(chargeId ?? '')
  if (!charge) throw missing('charge', chargeId ?? intentId ?? '')
  if (isWithdrawn(account, charge)) {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    })
  }
  if (charge.captured) return charge
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'charge_not_refundable',
    message: `Charge ${charge.id} cannot be refunded: nothing of it is captured.`,
  })
}

/** Returns true if the cardholder's bank has the money already: a refund would return it twice. */
const isWithdrawn = ({ disputes }: StripeAccount, { id }: Stripe.Charge) =>
  [...disputes.values()].some(({ charge, is_charge_refundable, status }) => {
    return charge === id && !is_charge_refundable && status !== 'won'
  })

function succeed(context: StandInContext, refund: Stripe.Refund): void {
  refund.status = 'succeeded'
  emit(context, 'refund.updated', refund)
}

/** Fails a refund: the bank returns the money to the merchant. */
function fail(context: StandInContext, refund: Stripe.Refund, charge: Stripe.Charge): void {
  refund.status = 'failed'
  refund.failure_reason = 'expired_or_canceled_card'
  refund.failure_balance_transaction = bookTransaction(context, {
    type: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
  }).id
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  recordMoved(context.account, String(refund.payment_intent), { refunded: -refund.amount })
  emit(context, 'refund.failed', refund)
}

export function findRefund({ account }: StandInContext, id: string): Stripe.Refund {
  const refund = account.refunds.get(id)
  if (!refund) throw missing('refund', id)
  return refund
}
