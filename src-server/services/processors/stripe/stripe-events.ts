import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { ProcessorEvent } from '#server/core/ports/account-access.ts'
import { REFUND_NAME } from './stripe-refunds.ts'

/**
 * The events that say a payment or a refund has gone on. That an intent was created is not among them: it is asked
 * about by who creates it, and one that nobody confirms yet must not be taken for one whose payer has gone.
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

const told = new Set<string>(stripeEventTypes)

/** Of what may happen to a payment after it succeeded. */
const OF_FACTS = /^(?:charge\.dispute|radar\.early_fraud_warning|refund)\./

/** As much of an event as is read. Who holds the secret may sign anything, and another version may have another form. */
const ReadEvent = z.object({
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
type EventObject = z.infer<typeof ReadEvent>['data']['object']

/** Undefined where an event is of no use to us. */
export function toldOf(event: unknown): ProcessorEvent | undefined {
  const read = ReadEvent.safeParse(event)
  if (!read.success || !told.has(read.data.type)) return undefined
  const { id, type, data } = read.data
  const { object } = data
  const { [REFUND_NAME]: refund, incasso } = object.metadata ?? {}
  const isOfFacts = OF_FACTS.test(type) && refund === undefined
  const payment = incasso ?? (OF_FACTS.test(type) ? intentOf(object) : null)
  return {
    ref: id,
    type,
    objectRef: object.id ?? '',
    subject: refund ?? payment,
    paymentOfFacts: OF_FACTS.test(type) ? payment : null,
    isOfFacts: isOfFacts && payment !== null,
  }
}

const intentOf = ({ payment_intent: intent }: EventObject): string | null =>
  (typeof intent === 'string' ? intent : intent?.id) ?? null
