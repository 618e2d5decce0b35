import type { Db } from '#db/tables.ts'
import { readIdsInRanges } from '#server/core/range-reads.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import type { RowPosition } from '#server/shared/cursor.ts'
import {
  type CustomerFilter,
  type CustomerRange,
  type CustomerSlice,
  type ListedCustomer,
  listCustomers,
  selectInOrder,
} from './customers.queries.ts'
import type { CustomerSort } from './customers.schema.ts'

type SortOrder = Pick<CustomerRange, 'sort' | 'after'>

/** Returns whether a list may read many customers for each one that matches. */
const isSparse = ({ ids, status, paidMonths, spentInOther }: CustomerFilter): boolean =>
  ids === undefined && (status !== undefined || paidMonths.length > 0 || spentInOther !== undefined)

/** Returns the position of the merchant's `span`-th next customer, matching or not; undefined when fewer are left. */
async function positionAfter(
  db: Db,
  filter: CustomerFilter,
  { sort, after, span }: SortOrder & { span: number },
): Promise<RowPosition | undefined> {
  const everyCustomer = { ...filter, status: undefined, paidMonths: [], spentInOther: undefined }
  const { query, value, id } = selectInOrder(db, everyCustomer, { sort, after })
  return query
    .select([value.as('value'), id.as('id')])
    .limit(1)
    .offset(span - 1)
    .executeTakeFirst()
}

/** Returns the first `limit` matching ids in order, read by several short queries. */
function readMatchingIds(
  db: Db,
  filter: CustomerFilter,
  { sort, after, limit }: SortOrder & { limit: number },
): Promise<string[]> {
  return readIdsInRanges({ after, limit }, async ({ after: from, span, limit: remaining }) => {
    const upTo = await positionAfter(db, filter, { sort, after: from, span })
    const { query, id } = selectInOrder(db, filter, { sort, after: from, upTo })
    return { upTo, matches: await query.select(id.as('id')).limit(remaining).execute() }
  })
}

/**
 * Returns one slice of the matching customers. When few may match, reads by short queries and yields to other requests
 * between them.
 */
export async function readCustomers(
  db: Db,
  filter: CustomerFilter,
  slice: CustomerSlice,
): Promise<ListedCustomer[]> {
  if (!isSparse(filter)) return listCustomers(db, filter, slice)
  const { offset, limit, ...order } = slice
  const matchingIds = await readMatchingIds(db, filter, { ...order, limit: offset + limit })
  const ids = matchingIds.slice(offset)
  if (ids.length === 0) return []
  return readInSlice(() =>
    listCustomers(db, { ...filter, ids }, { sort: slice.sort, limit, offset: 0 }),
  )
}

/** Counts matching customers, at most `limit`. `sort` chooses the index that the count reads. */
export async function countCustomersIn(
  db: Db,
  filter: CustomerFilter,
  { limit, sort = 'createdAt' }: { limit: number; sort?: CustomerSort },
): Promise<number> {
  if (filter.ids) return (await listIds(db, filter, limit)).length
  return (await readMatchingIds(db, filter, { sort, limit })).length
}

function listIds(db: Db, filter: CustomerFilter, limit: number): Promise<{ id: string }[]> {
  const { query, id } = selectInOrder(db, filter, { sort: 'createdAt' })
  return query.select(id.as('id')).limit(limit).execute()
}
