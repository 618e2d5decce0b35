import type { AuditLogRow } from '#db/tables.ts'
import { yieldToOthers } from '#server/core/work/time-slices.ts'
import { localDateTime } from '#server/shared/day.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/shared/text/csv.ts'
import { labelActors, type NamingCtx } from '../team/actor-labels.ts'
import { listAuditEntries } from './audit-log.queries.ts'
import type { ExportAuditLog } from './audit-log.schema.ts'
import { auditFilterOf } from './list-audit-log.ts'

const BATCH = 100

/**
 * Yields a CSV of the entries that match the filter, in batches. Neither memory use nor other requests' waiting time
 * grows with their number. Each batch continues after the last entry of the previous one.
 */
export async function* exportAuditLog(
  ctx: NamingCtx,
  input: ExportAuditLog,
): AsyncGenerator<string> {
  const { timezone } = ctx.merchant
  const filter = auditFilterOf(ctx, input)
  const labels = new Map<string, string>()
  // The header is sent with the first entries, so that an earlier failure can still become an error response.
  let header = BYTE_ORDER_MARK + csvLine(headers(timezone))
  let afterId: string | undefined
  for (;;) {
    const rows = await listAuditEntries(ctx.db, filter, { limit: BATCH, afterId })
    const unlabelled = rows.map(({ actor }) => actor).filter((actor) => !labels.has(actor))
    for (const [actor, label] of await labelActors(ctx, unlabelled)) labels.set(actor, label)
    const lines = rows.map((row) => csvLine(cellsOf(row, labels, timezone))).join('')
    if (header + lines) yield header + lines
    header = ''
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    afterId = last.id
    await yieldToOthers()
  }
}

const headers = (timezone: string): string[] => [
  'Id',
  `Date (${timezone})`,
  'Date (UTC)',
  'Who',
  'Actor',
  'Action',
  'Object',
  'Before',
  'After',
  'Address',
  'Request ID',
]

const cellsOf = (
  row: AuditLogRow,
  labels: ReadonlyMap<string, string>,
  timezone: string,
): (string | null)[] => [
  row.id,
  localDateTime(row.at, timezone),
  row.at,
  labels.get(row.actor) ?? row.actor,
  row.actor,
  row.action,
  row.objectId,
  row.before,
  row.after,
  row.address,
  row.requestId,
]
