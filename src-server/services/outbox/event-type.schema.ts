import { z } from 'zod'

/** All types of webhook events, including the connection test. */
export const eventTypes = [
  'payment.completed',
  'payment.failed',
  'payment.pending',
  'customer.created',
  'integration.test',
  'payment.authorized',
  'payment.requires_action',
  'refund.created',
  'refund.completed',
  'refund.failed',
  'payment_link.paid',
  'payout.paid',
  'payout.failed',
  'dispute.opened',
  'dispute.updated',
  'dispute.closed',
] as const

/**
 * Types that an endpoint receives when it was saved before types could be chosen. The list never grows, because such an
 * endpoint may not know later types.
 */
export const firstEventTypes = [
  'payment.completed',
  'payment.failed',
  'payment.pending',
  'customer.created',
  'integration.test',
] as const satisfies readonly EventType[]

/** Means all types, including types of later releases. */
export const ALL_EVENTS = '*'

export const EventType = z.enum(eventTypes)
export type EventType = z.infer<typeof EventType>
