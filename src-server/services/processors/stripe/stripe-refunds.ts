import type { Stripe } from 'stripe'
import type { RefundAtProcessor, RefundProgress } from '#server/core/ports/processor.ts'
import { refundRefusalOf } from './stripe-errors.ts'
import { amountOf } from './stripe-intents.ts'
import { progressOfRefund } from './stripe-progress.rules.ts'
import { intentOf } from './stripe-sessions.ts'

/** Metadata key at Stripe whose value is our id of a refund. */
export const REFUND_NAME = 'incasso_refund'

/**
 * Refunds a payment. Stripe's reasons are not sent: `fraudulent` would put the card and the e-mail address on the
 * account's block list, which the merchant did not request.
 */
export async function createRefund(
  stripe: Stripe,
  refund: RefundAtProcessor,
  nowMs: number,
): Promise<RefundProgress> {
  const creation = stripe.refunds.create(
    {
      payment_intent: await intentOf(stripe, refOf(refund)),
      amount: amountOf(refund).amount,
      metadata: { [REFUND_NAME]: refund.id, incasso: refund.transactionId },
    },
    { idempotencyKey: refund.id },
  )
  return creation.then(
    (created) => progressOfRefund(created, nowMs),
    (error: unknown) => {
      const reason = refundRefusalOf(error)
      if (!reason) throw error
      return { status: 'failed', reason }
    },
  )
}

/** Returns the progress of a refund, found by Stripe's id, or by our id among the refunds of its payment. */
export async function readRefundProgress(
  stripe: Stripe,
  refund: RefundAtProcessor,
  nowMs: number,
): Promise<RefundProgress> {
  if (refund.ref !== null) {
    return progressOfRefund(await stripe.refunds.retrieve(refund.ref), nowMs)
  }
  const payment_intent = await intentOf(stripe, refOf(refund))
  for await (const each of stripe.refunds.list({ payment_intent, limit: 100 })) {
    if (each.metadata?.[REFUND_NAME] === refund.id) return progressOfRefund(each, nowMs)
  }
  return { status: 'absent' }
}

const refOf = ({ paymentRef }: RefundAtProcessor): string => {
  if (paymentRef === null) throw new Error('a refund of a payment without an id at Stripe')
  return paymentRef
}
