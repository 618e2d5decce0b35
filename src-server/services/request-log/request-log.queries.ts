import { sql } from 'kysely'
import { insertMany } from '#db/many-rows.ts'
import type { RequestLogRow } from '#db/tables/webhook-tables.ts'
import type { Db } from '#db/tables.ts'

/**
 * Stores logged requests. Rows that are already stored stay: when the response to a commit is lost, its rows are
 * written again.
 */
export const insertRequests: (db: Db, rows: readonly RequestLogRow[]) => Promise<unknown> =
  insertMany('requestLog', {
    columns: [
      'merchantId',
      'id',
      'at',
      'method',
      'path',
      'status',
      'durationMs',
      'keyId',
      'keyPrefix',
      'idempotencyKey',
      'requestId',
      'reason',
    ],
    onConflict: { key: ['merchantId', 'id'] },
  })

/** Stores logged requests, without requests of merchants that were deleted while the requests waited to be written. */
export async function insertRequestsOfExisting(
  db: Db,
  rows: readonly RequestLogRow[],
): Promise<void> {
  const existing = await db
    .selectFrom('merchants')
    .select('id')
    .where('id', 'in', [...new Set(rows.map(({ merchantId }) => merchantId))])
    .execute()
  const existingIds = new Set(existing.map(({ id }) => id))
  const rowsToInsert = rows.filter(({ merchantId }) => existingIds.has(merchantId))
  if (rowsToInsert.length > 0) await insertRequests(db, rowsToInsert)
}

/** Finds the newest row beyond the limit; ids sort by time. */
const selectFirstBeyond = (db: Db, { merchantId, keep }: { merchantId: string; keep: number }) =>
  db
    .selectFrom('requestLog')
    .select('id')
    .where('merchantId', '=', merchantId)
    .orderBy('id', 'desc')
    .offset(keep)
    .limit(1)

/** Deletes a merchant's oldest logged requests, except the newest `keep`. */
export async function pruneRequests(
  db: Db,
  { merchantId, keep }: { merchantId: string; keep: number },
): Promise<void> {
  const oldest = await selectFirstBeyond(db, { merchantId, keep }).executeTakeFirst()
  if (!oldest) return
  await db
    .deleteFrom('requestLog')
    .where('merchantId', '=', merchantId)
    .where('id', '<=', oldest.id)
    .execute()
}

type Filter = {
  merchantId: string
  method?: string | undefined
  status?: string | undefined
  keyPrefix?: string | undefined
  path?: string | undefined
  /** Number of the newest rows that are searched; pruning lags behind a little. */
  keep: number
}

function selectFiltered(db: Db, { merchantId, method, status, keyPrefix, path, keep }: Filter) {
  let query = db
    .selectFrom('requestLog')
    .where('merchantId', '=', merchantId)
    .where('id', '>', (eb) =>
      eb.fn.coalesce(selectFirstBeyond(db, { merchantId, keep }), eb.val('')),
    )
  if (method !== undefined) query = query.where('method', '=', method)
  if (keyPrefix !== undefined) query = query.where('keyPrefix', '=', keyPrefix)
  // `like` ignores case on SQLite, but not on PostgreSQL.
  if (path !== undefined) query = query.where(sql`substr(path, 1, ${path.length})`, '=', path)
  if (status !== undefined) {
    const from = Number(status[0]) * 100
    query = query.where('status', '>=', from).where('status', '<', from + 100)
  }
  return query
}

export const listRequests = (
  db: Db,
  {
    before,
    limit,
    offset = 0,
    ...filter
  }: Filter & {
    before?: string | undefined
    limit: number
    offset?: number
  },
): Promise<RequestLogRow[]> =>
  selectFiltered(db, filter)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countRequests(db: Db, filter: Filter): Promise<number> {
  const { count } = await selectFiltered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
