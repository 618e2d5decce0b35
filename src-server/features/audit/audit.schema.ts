import { z } from 'zod'
import { Instant } from '../../shared/text.ts'

/** A list's `cursor` comes from the answer before it and means nothing else. */
export const ListAuditLog = z
  .strictObject({
    action: z.string().max(100).optional(),
    limit: z.int().min(1).max(500).default(100),
    cursor: z.string().max(200).optional(),
  })
  .prefault({})
export type ListAuditLog = z.infer<typeof ListAuditLog>

export const AuditEntry = z.strictObject({
  id: z.string(),
  at: Instant,
  actor: z.string(),
  action: z.string(),
  objectId: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  address: z.string().nullable(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = z.strictObject({
  data: z.array(AuditEntry),
  total: z.int(),
  totalExact: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>
