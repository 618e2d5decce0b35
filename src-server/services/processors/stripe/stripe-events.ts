import type { Stripe } from 'stripe'
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
  'refund.created',
  'refund.updated',
  'refund.failed',
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const told = new Set<string>(stripeEventTypes)

/** What is kept of an event: names, and nothing of what it holds. */
export type ToldEvent = { ref: string; type: string; objectRef: string; subject: string | null }

/** Undefined where an event is of no use to us. */
export function toldOf({ id, type, data }: Stripe.Event): ToldEvent | undefined {
  if (!told.has(type)) return undefined
  const object = data.object as { id?: string; metadata?: Record<string, string> | null }
  const { [REFUND_NAME]: refund, incasso } = object.metadata ?? {}
  return { ref: id, type, objectRef: object.id ?? '', subject: refund ?? incasso ?? null }
}
