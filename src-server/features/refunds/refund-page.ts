import { badCursor } from '#server/core/bad-cursor.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { type Cursor, decodeCursor, encodeCursor } from '#server/shared/cursor.ts'
import { MAX_PAGED_ROWS, offsetOf } from '#server/shared/page.ts'
import { refundFilterOf } from './listed-refunds.ts'
import type { RefundSort } from './refund-enums.schema.ts'
import { countRefunds, listRefunds, refundSortColumn } from './refund-list.queries.ts'
import { readRefundOf } from './refunds.rules.ts'
import type { ListRefunds, RefundPage } from './refunds.schema.ts'

/** One page of the refunds that match, with how many there are in all. */
export async function refundPage(ctx: MerchantCtx, input: ListRefunds): Promise<RefundPage> {
  const { sort, limit, page: _, cursor, ...rest } = input
  const after = cursor === undefined ? undefined : cursorOf(cursor, sort)
  const filter = await refundFilterOf(ctx, rest)
  if (!filter) return { data: [], total: 0, totalExact: true, nextCursor: null }
  // One row more than asked for tells whether there is a way on.
  const slice = { sort, limit: limit + 1, offset: offsetOf(input), after }
  const rows = await listRefunds(ctx.db, filter, slice)
  const counted = await countRefunds(ctx.db, filter, MAX_PAGED_ROWS + 1)
  const last = rows[limit - 1]
  return {
    data: rows.slice(0, limit).map(readRefundOf),
    total: Math.min(counted, MAX_PAGED_ROWS),
    totalExact: counted <= MAX_PAGED_ROWS,
    nextCursor:
      rows.length > limit && last
        ? encodeCursor({ sort, value: last[refundSortColumn(sort)], id: last.id })
        : null,
  }
}

function cursorOf(text: string, sort: RefundSort): Cursor {
  const cursor = decodeCursor(text, sort)
  const kind = refundSortColumn(sort) === 'amount' ? 'number' : 'string'
  if (cursor && typeof cursor.value === kind) return cursor
  throw badCursor()
}
