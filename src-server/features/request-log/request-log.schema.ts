import { z } from 'zod'
import { checkPaging, paging } from '#server/shared/page.ts'
import { Instant, withoutNull } from '#server/shared/text/text.ts'
import { statusClasses } from './status-classes.schema.ts'

export const LoggedRequest = z.strictObject({
  id: z.string(),
  at: Instant,
  method: z.string(),
  path: z.string().meta({ description: 'Path without the query, which may contain names' }),
  status: z.int(),
  durationMs: z.int(),
  keyPrefix: z.string(),
  idempotencyKey: z.string().nullable(),
  requestId: z.string(),
  reason: z.string().nullable(),
})
export type LoggedRequest = z.infer<typeof LoggedRequest>

export const ListRequestLog = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
    status: z.enum(statusClasses).optional(),
    keyPrefix: withoutNull(z.string().trim().max(40)).optional(),
    path: withoutNull(z.string().trim().max(200))
      .optional()
      .meta({ description: 'Beginning of the path' }),
    ...paging,
  })
  .superRefine(checkPaging)
  .prefault({})
export type ListRequestLog = z.infer<typeof ListRequestLog>

export const RequestLogPage = z.strictObject({
  data: z.array(LoggedRequest),
  total: z.int(),
  totalExact: z.boolean(),
  nextCursor: z.string().nullable(),
})
