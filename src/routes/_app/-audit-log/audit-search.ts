import { z } from 'zod'
import { AuditName } from '#server/features/audit-log/audit-name.schema.ts'
import { FilterDay } from '#server/shared/day.ts'

// An address typed by hand may hold 42 where ours holds "42".
const typed = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const name = typed.pipe(AuditName).optional().catch(undefined)
const day = FilterDay.optional().catch(undefined)

/** The list's state in its address. What makes no sense there is left out silently. */
export const AuditSearch = z.object({
  action: name,
  actor: name,
  objectId: name,
  from: day,
  to: day,
})
export type AuditSearch = z.infer<typeof AuditSearch>
