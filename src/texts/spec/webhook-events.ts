import type { EventStatus } from '#server/features/webhooks/event-status.schema.ts'
import { webhookEvents as english } from '../en/webhook-events.ts'

/** The specification shows the raw values. */
const statuses: Record<EventStatus, string> = {
  success: 'Success',
  retry: 'Retry',
  failed: 'Failed',
}

export const webhookEvents = { ...english, statuses } as const
