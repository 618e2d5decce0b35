import { z } from 'zod'

/** What changed, for pages that show it: only where to look, never what stands there. */
export const LiveChange = z.strictObject({
  type: z.enum(['transaction', 'customer', 'merchant', 'team', 'integration', 'webhook_event']),
  action: z.enum(['created', 'changed']),
  objectId: z.string(),
})
export type LiveChange = z.infer<typeof LiveChange>

export const LiveSince = z
  .strictObject({
    /** tRPC's client sends the last id it saw when it connects again. */
    lastEventId: z.string().max(100).nullish(),
    /** How long ago, at most, the page read what it shows. */
    knownForMs: z.int().min(0).optional(),
  })
  .optional()
