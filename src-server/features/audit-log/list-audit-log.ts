import type { AuditLogRow } from '#db/tables.ts'
import { badCursor } from '#server/core/calls/bad-cursor.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { nextCursor, readCursor } from '#server/core/lists/list-cursor.ts'
import { addDays, startOfDayMs, toIso } from '#server/shared/day.ts'
import { earliestId } from '#server/shared/id.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'
import { labelActors, type NamingCtx } from '../team/actor-labels.ts'
import { type AuditFilter, countAuditEntries, listAuditEntries } from './audit-log.queries.ts'
import type { AuditEntry, AuditPage, ExportAuditLog, ListAuditLog } from './audit-log.schema.ts'

const SORT = '-id'

/** Returns one page of audit entries, the newest first, and their total number up to the limit of paging. */
export async function listAuditLog(ctx: NamingCtx, input: ListAuditLog): Promise<AuditPage> {
  const { limit, cursor, ...rest } = input
  const after = readCursor(cursor, { sort: SORT, kind: 'string' })
  if (after && !/^aud_\w+$/.test(after.id)) throw badCursor()
  const filter = auditFilterOf(ctx, rest)
  const [rows, matchCount] = await Promise.all([
    // Reads one entry more than requested, to see whether another page follows.
    listAuditEntries(ctx.db, filter, { limit: limit + 1, afterId: after?.id }),
    countAuditEntries(ctx.db, filter, MAX_PAGED_ROWS + 1),
  ])
  const pageRows = rows.slice(0, limit)
  const labels = await labelActors(
    ctx,
    pageRows.map(({ actor }) => actor),
  )
  return {
    data: pageRows.map((row) => entryOf(row, labels)),
    total: Math.min(matchCount, MAX_PAGED_ROWS),
    totalExact: matchCount <= MAX_PAGED_ROWS,
    nextCursor: nextCursor(rows, { sort: SORT, limit, valueOf: ({ id }) => id }),
  }
}

/**
 * Margin, in milliseconds, between the time in an entry's id and the time `at`. The two are read one after the other,
 * and no correction of the clock in between is as large.
 */
const CLOCK_SLACK_MS = 86_400_000

/** Maps the caller's filter to the database's filter: days become bounds in the merchant's time zone. */
export function auditFilterOf(
  { merchant }: MerchantCtx,
  { from, to, ...rest }: ExportAuditLog,
): AuditFilter {
  const startOf = (day: string) => startOfDayMs(day, merchant.timezone)
  const fromMs = from && startOf(from)
  const beforeMs = to && startOf(addDays(to, 1))
  return {
    ...rest,
    merchantId: merchant.id,
    ...(fromMs && {
      fromInstant: toIso(fromMs),
      fromId: earliestId('aud', fromMs - CLOCK_SLACK_MS),
    }),
    ...(beforeMs && {
      beforeInstant: toIso(beforeMs),
      toId: earliestId('aud', beforeMs + CLOCK_SLACK_MS),
    }),
  }
}

function entryOf(row: AuditLogRow, labels: ReadonlyMap<string, string>): AuditEntry {
  const { merchantId: _, before, after, ...rest } = row
  return {
    ...rest,
    actorLabel: labels.get(row.actor) ?? row.actor,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  }
}
