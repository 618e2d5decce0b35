import type { AuditLogRow, Db } from '#db/tables.ts'

export type AuditFilter = {
  merchantId: string
  action?: string
  actor?: string
  objectId?: string
  /** Ids around the instants: the indexes are by id, the truth is the instant in the row. */
  fromId?: string
  toId?: string
  fromInstant?: string
  beforeInstant?: string
}

/** `afterId` is the last entry of the page before. */
export type AuditSlice = { limit: number; afterId?: string }

/** Sorts behind every id. */
const LAST_ID = 'aud_~'

/**
 * Both bounds of the id in one BETWEEN: of two that stand apart SQLite expects so little that it reads
 * every entry of those days instead of the actor's own.
 */
function entries(db: Db, filter: AuditFilter, afterId?: string) {
  const { fromId = '', toId = LAST_ID } = filter
  let query = db
    .selectFrom('auditLog')
    .where('merchantId', '=', filter.merchantId)
    .where((eb) => eb.between('id', fromId, afterId && afterId < toId ? afterId : toId))
  if (afterId) query = query.where('id', '!=', afterId)
  if (filter.action) query = query.where('action', '=', filter.action)
  if (filter.actor) query = query.where('actor', '=', filter.actor)
  if (filter.objectId) query = query.where('objectId', '=', filter.objectId)
  if (filter.fromInstant) query = query.where('at', '>=', filter.fromInstant)
  if (filter.beforeInstant) query = query.where('at', '<', filter.beforeInstant)
  return query
}

/** Newest first: ids sort in the order they were made. */
export const auditLogQuery = (db: Db, filter: AuditFilter, { limit, afterId }: AuditSlice) =>
  entries(db, filter, afterId).selectAll().orderBy('id', 'desc').limit(limit)

export const listAuditEntries = (
  db: Db,
  filter: AuditFilter,
  slice: AuditSlice,
): Promise<AuditLogRow[]> => auditLogQuery(db, filter, slice).execute()

/** How many there are, counted no further than `limit`. */
export async function countAuditEntries(
  db: Db,
  filter: AuditFilter,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(entries(db, filter).select('id').limit(limit).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
