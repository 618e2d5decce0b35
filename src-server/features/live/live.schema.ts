import { z } from 'zod'

export const LiveSince = z
  .strictObject({
    /** tRPC's client sends the last id it saw when it connects again. */
    lastEventId: z.string().max(100).nullish(),
    /** How long ago, at most, the page read what it shows. */
    knownForMs: z.int().min(0).optional(),
  })
  .optional()
