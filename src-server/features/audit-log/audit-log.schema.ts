import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import { pageOf } from '#server/shared/page.ts'
import { StatedBook } from '#server/shared/stated-book.ts'
import { Instant } from '#server/shared/text/text.ts'
import { AuditName } from './audit-name.schema.ts'

/** What actors, actions and objects are called; a text of another kind would find nothing anyway. */
/** What narrows the list; the same words narrow an export. */
const auditFilter = {
  action: AuditName.optional(),
  actor: AuditName.optional().meta({
    description: 'Exactly this actor: `user:…`, `key:…` or `system:…`, as entries name it',
  }),
  objectId: AuditName.optional().meta({
    description: 'Only what was done to the object with this id',
  }),
  from: FilterDay.optional().meta({ description: "First business day, in the merchant's zone" }),
  to: FilterDay.optional().meta({ description: "Last business day, in the merchant's zone" }),
}

export const ExportAuditLog = z.strictObject({ ...auditFilter, book: StatedBook }).prefault({})
export type ExportAuditLog = z.infer<typeof ExportAuditLog>

/** A list's `cursor` comes from the answer before it and means nothing else. */
export const ListAuditLog = z
  .strictObject({
    ...auditFilter,
    limit: z.int().min(1).max(500).default(100),
    cursor: z.string().max(200).optional(),
  })
  .prefault({})
export type ListAuditLog = z.infer<typeof ListAuditLog>

/** One of the audit actions. */
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
