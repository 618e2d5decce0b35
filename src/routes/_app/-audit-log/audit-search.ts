import { z } from 'zod'
import { AuditName } from '#server/features/audit-log/audit-name.schema.ts'
import { FilterDay } from '#server/shared/day.ts'

// Accepts unquoted values: a URL typed by hand may contain 42 where the page writes "42".
const typed = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const name = typed.pipe(AuditName).optional().catch(undefined)
const day = FilterDay.optional().catch(undefined)

/** The list's state in the URL. Invalid values are dropped silently. */
export const AuditSearch = z.object({
  action: name,
  actor: name,
  objectId: name,
  from: day,
  to: day,
})
export type AuditSearch = z.infer<typeof AuditSearch>
