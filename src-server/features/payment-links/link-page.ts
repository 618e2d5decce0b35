import { badCursor } from '#server/core/bad-cursor.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { type Cursor, decodeCursor, encodeCursor } from '#server/shared/cursor.ts'
import { decimalFromMinor } from '#server/shared/money.ts'
import { MAX_PAGED_ROWS, offsetOf } from '#server/shared/page.ts'
import { linkFilterOf } from './listed-links.ts'
import { type LinkSort, LinkStatus } from './payment-link-enums.schema.ts'
import {
  countLinks,
  countLinksByStatus,
  linkSortColumn,
  listLinks,
  sumLinksByCurrency,
} from './payment-links.queries.ts'
import {
  type ListPaymentLinks,
  PaymentLink,
  type PaymentLinkPage,
  type PaymentLinkSummary,
  type SummarizePaymentLinks,
} from './payment-links.schema.ts'
import { shownLink } from './shown-link.ts'

/** One page of the links that match, with how many there are in all. */
export async function linkPage(
  ctx: MerchantCtx,
  input: ListPaymentLinks,
): Promise<PaymentLinkPage> {
  const { sort, limit, page: _, cursor, ...rest } = input
  const after = cursor === undefined ? undefined : cursorOf(cursor, sort)
  const filter = await linkFilterOf(ctx, rest)
  if (!filter) return { data: [], total: 0, totalExact: true, nextCursor: null }
  // One row more than asked for tells whether there is a way on.
  const slice = { sort, limit: limit + 1, offset: offsetOf(input), after }
  const rows = await listLinks(ctx.db, filter, slice)
  const counted = await countLinks(ctx.db, filter, MAX_PAGED_ROWS + 1)
  const last = rows[limit - 1]
  return {
    data: rows.slice(0, limit).map((row) => shownLink(ctx, row)),
    total: Math.min(counted, MAX_PAGED_ROWS),
    totalExact: counted <= MAX_PAGED_ROWS,
    nextCursor:
      rows.length > limit && last
        ? encodeCursor({ sort, value: last[linkSortColumn(sort)], id: last.id })
        : null,
  }
}

function cursorOf(text: string, sort: LinkSort): Cursor {
  const cursor = decodeCursor(text, sort)
  const kind = linkSortColumn(sort) === 'paid' ? 'number' : 'string'
  if (cursor && typeof cursor.value === kind) return cursor
  throw badCursor()
}

/** The links of a list by status, and what they brought in by currency. */
export async function summarizeLinks(
  ctx: MerchantCtx,
  input: SummarizePaymentLinks,
): Promise<PaymentLinkSummary> {
  const filter = await linkFilterOf(ctx, input)
  if (!filter) return { byStatus: [], byCurrency: [] }
  const statuses = await countLinksByStatus(ctx.db, filter)
  const currencies = await sumLinksByCurrency(ctx.db, filter)
  return {
    byStatus: statuses
      .map(({ status, count }) => ({ status: LinkStatus.parse(status), count: Number(count) }))
      .toSorted((a, b) => b.count - a.count),
    byCurrency: currencies
      .filter(({ count }) => Number(count) > 0)
      .map(({ currency, count, amount }) => ({
        currency: PaymentLink.shape.currency.parse(currency),
        paidCount: Number(count),
        paidAmount: decimalFromMinor(Number(amount)),
      }))
      .toSorted((a, b) => b.paidCount - a.paidCount || a.currency.localeCompare(b.currency)),
  }
}
