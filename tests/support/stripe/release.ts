import type Stripe from 'stripe'
import { newId } from './account.ts'
import { emit } from './events.ts'
import type { StandInContext } from './payment-intents.ts'

export const newRefund = (
  charge: Stripe.Charge,
  { amount, nowMs }: { amount: number; nowMs: number },
): Stripe.Refund => ({
  id: newId('re'),
  object: 'refund',
  amount,
  balance_transaction: null,
  charge: charge.id,
  created: Math.floor(nowMs / 1000),
  currency: charge.currency,
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})

/** Returns the uncaptured part of an authorization to the cardholder, as a refund without a request. */
export function releaseUncaptured(context: StandInContext, charge: Stripe.Charge): void {
  const amount = charge.amount - charge.amount_captured
  if (amount === 0) return
  const refund = newRefund(charge, { amount, nowMs: context.nowMs })
  context.account.refunds.set(refund.id, refund)
  charge.amount_refunded = amount
  emit(context, 'refund.created', refund)
  emit(context, 'charge.refunded', charge)
}
