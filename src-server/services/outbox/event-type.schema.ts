import { z } from 'zod'

export const eventTypes = [
  'payment.completed',
  'payment.failed',
  'payment.pending',
  'customer.created',
  'integration.test',
] as const

export const EventType = z.enum(eventTypes)
export type EventType = z.infer<typeof EventType>
