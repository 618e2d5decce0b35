import type { Db } from '#db/tables.ts'
import { badCursor } from '#server/core/calls/bad-cursor.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { countPayments } from '#server/services/rollups/rollups.queries.ts'
import { MAX_MATCHES } from '#server/services/search/search.queries.ts'
import { type Cursor, decodeCursor, encodeCursor, type RowPlace } from '#server/shared/cursor.ts'
import { MAX_PAGED_ROWS, offsetOf } from '#server/shared/page.ts'
import { answerOf } from '../payment-answer.ts'
import type { TransactionSort } from '../transaction-enums.schema.ts'
import {
  type ListedTransaction,
  listRowsByIds,
  listTransactions,
  sortColumnOf,
  type TransactionFilter,
} from '../transactions.queries.ts'
import { transactionOf } from '../transactions.rules.ts'
import type { ListTransactions, Transaction, TransactionPage } from '../transactions.schema.ts'
import { knownToRollups, type Listed, listedBy } from './listed-transactions.ts'
import {
  comparePlaces,
  matchingIdsOf,
  rowsAt,
  scanTransactions,
  sortedPlaces,
} from './scan-transactions.ts'
import { isIndexed } from './transaction-scan.queries.ts'

type Slice = { sort: TransactionSort; limit: number; offset: number; after?: Cursor | undefined }
type Total = { total: number; totalExact: boolean }
type CountedRows = Total & { rows: ListedTransaction[] }

/** One page of the payments that match, with how many there are in all. */
export async function transactionPage(
  ctx: MerchantCtx,
  input: ListTransactions,
): Promise<TransactionPage> {
  const { sort, limit, page: _, cursor, ...rest } = input
  const after = cursor === undefined ? undefined : cursorOf(cursor, sort)
  // One row more than asked for tells whether there is a way on.
  const slice = { sort, limit: limit + 1, offset: offsetOf(input), after }
  const listed = await listedBy(ctx, rest)
  const { rows, ...total } = listed ? await find(ctx.db, listed, slice) : nothing
  const last = rows[limit - 1]
  const nextCursor =
    rows.length > limit && last
      ? encodeCursor({ sort, value: last[sortColumnOf(sort)], id: last.id })
      : null
  return { data: await answersOf(ctx, rows.slice(0, limit)), ...total, nextCursor }
}

/** Lists read what version 1 shows alone; version 2 looks up the rest of the rows that it answers. */
async function answersOf(ctx: MerchantCtx, rows: ListedTransaction[]): Promise<Transaction[]> {
  if (ctx.version !== 'v2' || rows.length === 0) return rows.map(transactionOf)
  const ids = rows.map(({ id }) => id)
  const whole = await listRowsByIds(ctx.db, { merchantId: ctx.merchant.id, ids })
  const byId = new Map(whole.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [answerOf(ctx, row)] : []
  })
}

const nothing: CountedRows = { rows: [], total: 0, totalExact: true }

/** As many matches can be put in order by themselves; more are so dense that any order soon meets them. */
const FEW = 2000

async function find(db: Db, { filter, ids }: Listed, slice: Slice): Promise<CountedRows> {
  if (ids) {
    const isAll = ids.length < MAX_MATCHES
    const places = await sortedPlaces(db, filter, { ids, sort: slice.sort })
    const total = Math.min(places.length, MAX_PAGED_ROWS)
    return { rows: await rowsAt(db, filter, cut(places, slice)), total, totalExact: isAll }
  }
  if (isIndexed(filter, slice.sort)) {
    const [rows, { total, totalExact }] = await Promise.all([
      listTransactions(db, filter, slice),
      totalOf(db, filter),
    ])
    return { rows, total, totalExact }
  }
  const { ids: counted, ...total } = await totalOf(db, filter)
  const isFew = total.totalExact && total.total <= FEW
  // Without the count that read them, the order of the list may find them sooner.
  if (isFew && (counted || sortColumnOf(slice.sort) !== 'createdAt')) {
    const few = counted ?? (await matchingIdsOf(db, filter, FEW))
    const places = await sortedPlaces(db, filter, { ids: few, sort: slice.sort })
    return { rows: await rowsAt(db, filter, cut(places, slice)), ...total }
  }
  return { rows: await scan(db, filter, { slice, total }), ...total }
}

function cut(places: readonly RowPlace[], { sort, limit, offset, after }: Slice): RowPlace[] {
  const sign = sort.startsWith('-') ? -1 : 1
  const rest = after ? places.filter((place) => sign * comparePlaces(place, after) > 0) : places
  return rest.slice(offset, offset + limit)
}

async function scan(
  db: Db,
  filter: TransactionFilter,
  { slice, total }: { slice: Slice; total: Total },
): Promise<ListedTransaction[]> {
  const { limit, offset, after, sort } = slice
  // Once all are seen nothing more is to be found, however many rows are left.
  const all = total.totalExact && !after ? total.total : Number.POSITIVE_INFINITY
  const end = Math.min(offset + limit, all)
  const rows: ListedTransaction[] = []
  let seen = 0
  if (end <= offset) return rows
  for await (const some of scanTransactions(db, filter, { sort, after })) {
    rows.push(...some.slice(Math.max(0, offset - seen), end - seen))
    seen += some.length
    if (seen >= end) break
  }
  return rows
}

function cursorOf(text: string, sort: TransactionSort): Cursor {
  const cursor = decodeCursor(text, sort)
  const kind = sortColumnOf(sort) === 'amount' ? 'number' : 'string'
  if (cursor && typeof cursor.value === kind) return cursor
  throw badCursor()
}

/** Exact wherever roll-ups know it; else counted, but never beyond what paging reaches. */
async function totalOf(db: Db, filter: TransactionFilter): Promise<Total & { ids?: string[] }> {
  const known = knownToRollups(filter)
  if (known) return { total: await countPayments(db, known), totalExact: true }
  const ids = await matchingIdsOf(db, filter, MAX_PAGED_ROWS + 1)
  return {
    total: Math.min(ids.length, MAX_PAGED_ROWS),
    totalExact: ids.length <= MAX_PAGED_ROWS,
    ids,
  }
}
