import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { ProcessorEvent } from '#server/core/ports/account-access.ts'
import { REFUND_NAME } from './stripe-refunds.ts'

/**
 * Events that report progress of a payment or a refund. The creation of an intent is not among them: reading an intent
 * that its creator has not confirmed yet would count its payer as gone.
 */
export const stripeEventTypes = [
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.expired',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const handledTypes = new Set<string>(stripeEventTypes)

/** Types of events that may happen to a payment after it succeeded. */
const REFUND_OR_DISPUTE_TYPES = /^(?:charge\.dispute|radar\.early_fraud_warning|refund)\./

/** Types of events that report that the payer's money was taken. */
const CAPTURE_TYPES = /^(?:payment_intent\.succeeded|checkout\.session\.async_payment_succeeded)$/

/**
 * Fields of an event that are read. A holder of the secret may sign anything, and another version may have other
 * fields.
 */
const EventFields = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      metadata: z.record(z.string(), z.string()).nullish(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
})
type EventObject = z.infer<typeof EventFields>['data']['object']

/** Returns undefined when an event is irrelevant. */
export function processorEventOf(event: unknown): ProcessorEvent | undefined {
  const parsed = EventFields.safeParse(event)
  if (!parsed.success || !handledTypes.has(parsed.data.type)) return undefined
  const { id, type, data } = parsed.data
  const { object } = data
  const { [REFUND_NAME]: refund, incasso } = object.metadata ?? {}
  // An event about a refund of ours has that refund checked. Another refund or dispute has all those of its payment read.
  const isOfOtherRefundOrDispute = REFUND_OR_DISPUTE_TYPES.test(type) && refund === undefined
  const payment = incasso ?? (REFUND_OR_DISPUTE_TYPES.test(type) ? intentOf(object) : null)
  return {
    ref: id,
    type,
    objectRef: object.id ?? '',
    subject: refund ?? payment,
    paymentToRead: REFUND_OR_DISPUTE_TYPES.test(type) ? payment : null,
    readsPaymentNow: isOfOtherRefundOrDispute && payment !== null,
    isOfCapture: CAPTURE_TYPES.test(type),
  }
}

const intentOf = ({ payment_intent: intent }: EventObject): string | null =>
  (typeof intent === 'string' ? intent : intent?.id) ?? null
