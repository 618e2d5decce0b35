import { z } from 'zod'

export const LiveSince = z
  .strictObject({
    /** The last event id that tRPC's client received; it sends the id when it reconnects. */
    lastEventId: z.string().max(100).nullish(),
    /** Maximum age, in milliseconds, of the data that the dashboard shows. */
    knownForMs: z.int().min(0).optional(),
  })
  .optional()
