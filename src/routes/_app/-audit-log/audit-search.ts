import { z } from 'zod'
import { AuditName } from '#server/features/audit/audit.schema.ts'
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

export const noAuditFilter: AuditSearch = {
  action: undefined,
  actor: undefined,
  objectId: undefined,
  from: undefined,
  to: undefined,
}

export const isNarrowed = (search: AuditSearch): boolean =>
  Object.values(search).some((value) => value !== undefined)

/** The download of exactly the entries that the list shows. */
export function exportHref(search: AuditSearch): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined) query.set(key, value)
  }
  return `/api/audit-log/export?${query}`
}
