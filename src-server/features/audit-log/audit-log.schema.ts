import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import { pageOf } from '#server/shared/page.ts'
import { StatedMode } from '#server/shared/stated-mode.ts'
import { Instant } from '#server/shared/text/text.ts'
import { AuditName } from './audit-name.schema.ts'

/** Filter of the list and of its export. Names are visible ASCII, since no other text could match. */
const auditFilter = {
  action: AuditName.optional(),
  actor: AuditName.optional().meta({
    description: 'Exactly this actor: `user:…`, `key:…` or `system:…`, as entries name it',
  }),
  objectId: AuditName.optional().meta({
    description: 'Only changes of the object with this id',
  }),
  from: FilterDay.optional().meta({ description: "First business day, in the merchant's zone" }),
  to: FilterDay.optional().meta({ description: "Last business day, in the merchant's zone" }),
}

export const ExportAuditLog = z.strictObject({ ...auditFilter, book: StatedMode }).prefault({})
export type ExportAuditLog = z.infer<typeof ExportAuditLog>

/** The `cursor` comes from the previous response. Its form may change, so clients must not interpret it. */
export const ListAuditLog = z
  .strictObject({
    ...auditFilter,
    limit: z.int().min(1).max(500).default(100),
    cursor: z.string().max(200).optional(),
  })
  .prefault({})
export type ListAuditLog = z.infer<typeof ListAuditLog>

/** An audit action; the API documentation adds the list of values. */
export const DoneAction = z.string()

export const AuditEntry = z.strictObject({
  id: z.string(),
  at: Instant,
  actor: z.string(),
  actorLabel: z.string(),
  action: DoneAction,
  objectId: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  address: z.string().nullable(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = pageOf(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>
