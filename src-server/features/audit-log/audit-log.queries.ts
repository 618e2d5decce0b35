import type { AuditLogRow, Db } from '#db/tables.ts'

export type AuditFilter = {
  merchantId: string
  action?: string
  actor?: string
  objectId?: string
  /**
   * Bounds of the ids, for the indexes, which are sorted by id. They are a day wider than the bounds of the instants,
   * which decide whether an entry matches.
   */
  fromId?: string
  toId?: string
  fromInstant?: string
  beforeInstant?: string
}

/** `afterId` is the id of the previous page's last entry. */
export type AuditSlice = { limit: number; afterId?: string }

/** Sorts after the id of every audit entry. */
const LAST_ID = 'aud_~'

/**
 * Puts both id bounds into one BETWEEN. With two separate conditions SQLite expects so few rows that it reads every
 * entry of these days, of any actor, instead of the actor's entries.
 */
function selectEntries(db: Db, filter: AuditFilter, afterId?: string) {
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

/** Selects entries newest first: ids sort by creation time. */
export const auditLogQuery = (db: Db, filter: AuditFilter, { limit, afterId }: AuditSlice) =>
  selectEntries(db, filter, afterId).selectAll().orderBy('id', 'desc').limit(limit)

export const listAuditEntries = (
  db: Db,
  filter: AuditFilter,
  slice: AuditSlice,
): Promise<AuditLogRow[]> => auditLogQuery(db, filter, slice).execute()

/** Counts matching entries, up to `limit`. */
export async function countAuditEntries(
  db: Db,
  filter: AuditFilter,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(selectEntries(db, filter).select('id').limit(limit).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
