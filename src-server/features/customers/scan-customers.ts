import type { Db } from '#db/tables.ts'
import { idsInSpans } from '#server/core/spans.ts'
import { readPiece } from '#server/core/work/pieces.ts'
import type { RowPlace } from '#server/shared/cursor.ts'
import {
  type CustomerFilter,
  type CustomerRange,
  type CustomerSlice,
  inOrder,
  type ListedCustomer,
  listCustomers,
} from './customers.queries.ts'
import type { CustomerSort } from './customers.schema.ts'

type Order = Pick<CustomerRange, 'sort' | 'after'>

/** Returns whether a list may read many customers for each one that matches. */
const isSparse = ({ ids, status, paidMonths, spentElsewhere }: CustomerFilter): boolean =>
  ids === undefined &&
  (status !== undefined || paidMonths.length > 0 || spentElsewhere !== undefined)

/** Returns the position of the merchant's `span`-th next customer, matching or not; undefined when fewer are left. */
async function placeAfter(
  db: Db,
  filter: CustomerFilter,
  { sort, after, span }: Order & { span: number },
): Promise<RowPlace | undefined> {
  const all = { ...filter, status: undefined, paidMonths: [], spentElsewhere: undefined }
  const { query, value, id } = inOrder(db, all, { sort, after })
  return query
    .select([value.as('value'), id.as('id')])
    .limit(1)
    .offset(span - 1)
    .executeTakeFirst()
}

/** Returns the first `limit` matching ids in order, read in pieces. */
function matchingIdsOf(
  db: Db,
  filter: CustomerFilter,
  { sort, after, limit }: Order & { limit: number },
): Promise<string[]> {
  return idsInSpans({ after, limit }, async ({ after: from, span, limit: left }) => {
    const upTo = await placeAfter(db, filter, { sort, after: from, span })
    const { query, id } = inOrder(db, filter, { sort, after: from, upTo })
    return { upTo, found: await query.select(id.as('id')).limit(left).execute() }
  })
}

/** Returns one slice of the matching customers. Yields to others between pieces when matches may be sparse. */
export async function customersIn(
  db: Db,
  filter: CustomerFilter,
  slice: CustomerSlice,
): Promise<ListedCustomer[]> {
  if (!isSparse(filter)) return listCustomers(db, filter, slice)
  const { offset, limit, ...order } = slice
  const found = await matchingIdsOf(db, filter, { ...order, limit: offset + limit })
  const ids = found.slice(offset)
  if (ids.length === 0) return []
  return readPiece(() =>
    listCustomers(db, { ...filter, ids }, { sort: slice.sort, limit, offset: 0 }),
  )
}

/** Counts matching customers up to `limit`, along the index of a sort. */
export async function countCustomersIn(
  db: Db,
  filter: CustomerFilter,
  { limit, sort = 'createdAt' }: { limit: number; sort?: CustomerSort },
): Promise<number> {
  if (filter.ids) return (await listIds(db, filter, limit)).length
  return (await matchingIdsOf(db, filter, { sort, limit })).length
}

function listIds(db: Db, filter: CustomerFilter, limit: number): Promise<{ id: string }[]> {
  const { query, id } = inOrder(db, filter, { sort: 'createdAt' })
  return query.select(id.as('id')).limit(limit).execute()
}
