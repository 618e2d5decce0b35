import { z } from 'zod'

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
] as const

export const EventType = z.enum(eventTypes)
export type EventType = z.infer<typeof EventType>
