import type { EventStatus } from '#server/features/webhooks/event-status.schema.ts'
import { webhookEvents as english } from '../en/webhook-events.ts'

/** In the mix of languages, statuses are shown as their stored values. */
const statuses: Record<EventStatus, string> = {
  success: 'Success',
  retry: 'Retry',
  failed: 'Failed',
}

export const webhookEvents = { ...english, statuses } as const
