import { z } from 'zod'

export const EventStatus = z.enum(['success', 'retry', 'failed'])
export type EventStatus = z.infer<typeof EventStatus>
