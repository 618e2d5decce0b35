import type { Db } from '#db/tables.ts'
import { badCursor } from '#server/core/calls/bad-cursor.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { MAX_MATCHES } from '#server/services/search/search.queries.ts'
import { type Cursor, decodeCursor, encodeCursor } from '#server/shared/cursor.ts'
import { MAX_PAGED_ROWS, offsetOf } from '#server/shared/page.ts'
import type { RefundSort } from '../refund-enums.schema.ts'
import { readRefundOf } from '../refunds.rules.ts'
import type { ListRefunds, RefundPage } from '../refunds.schema.ts'
import { refundFilterOf } from './listed-refunds.ts'
import {
  isRefundIndexed,
  type ListedRefund,
  listRefunds,
  type RefundFilter,
  type RefundSlice,
  refundSortColumn,
} from './refund-list.queries.ts'
import { sumRefundDays } from './refund-sums.queries.ts'
import { scanRefunds } from './scan-refunds.ts'
import { knownToDays } from './summarize-refunds.ts'

/** So many are read at once where no index yields what matches alone. */
const ROWS = 500

/** One page of the refunds that match, with how many there are in all. */
export async function refundPage(ctx: MerchantCtx, input: ListRefunds): Promise<RefundPage> {
  const { sort, limit, page: _, cursor, ...rest } = input
  const after = cursor === undefined ? undefined : cursorOf(cursor, sort)
  const filter = await refundFilterOf(ctx, rest)
  if (!filter) return { data: [], total: 0, totalExact: true, nextCursor: null }
  // One row more than asked for tells whether there is a way on.
  const slice = { sort, limit: limit + 1, offset: offsetOf(input), after }
  const total = await totalOf(ctx.db, filter)
  const isDirect = !filter.ids && isRefundIndexed(filter, sort)
  const rows = await (isDirect ? listRefunds : scan)(ctx.db, filter, slice)
  const last = rows[limit - 1]
  return {
    data: rows.slice(0, limit).map(readRefundOf),
    ...total,
    nextCursor:
      rows.length > limit && last
        ? encodeCursor({ sort, value: last[refundSortColumn(sort)], id: last.id })
        : null,
  }
}

/** Exact wherever the sums of days know it; else counted in pieces, but never beyond what paging reaches. */
async function totalOf(
  db: Db,
  filter: RefundFilter,
): Promise<Pick<RefundPage, 'total' | 'totalExact'>> {
  const days = knownToDays(filter)
  if (days) {
    const groups = await sumRefundDays(db, days)
    return { total: groups.reduce((sum, { count }) => sum + Number(count), 0), totalExact: true }
  }
  let total = 0
  for await (const rows of scanRefunds(db, filter, { sort: '-createdAt', limit: ROWS })) {
    total += rows.length
    if (total > MAX_PAGED_ROWS) return { total: MAX_PAGED_ROWS, totalExact: false }
  }
  return { total, totalExact: filter.ids === undefined || filter.ids.length < MAX_MATCHES }
}

async function scan(db: Db, filter: RefundFilter, slice: RefundSlice): Promise<ListedRefund[]> {
  const { sort, after, limit, offset = 0 } = slice
  const end = offset + limit
  const rows: ListedRefund[] = []
  let seen = 0
  for await (const some of scanRefunds(db, filter, { sort, after, limit: ROWS })) {
    rows.push(...some.slice(Math.max(0, offset - seen), end - seen))
    seen += some.length
    if (seen >= end) break
  }
  return rows
}

function cursorOf(text: string, sort: RefundSort): Cursor {
  const cursor = decodeCursor(text, sort)
  const kind = refundSortColumn(sort) === 'amount' ? 'number' : 'string'
  if (cursor && typeof cursor.value === kind) return cursor
  throw badCursor()
}
