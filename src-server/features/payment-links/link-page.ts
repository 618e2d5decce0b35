import { badCursor } from '#server/core/calls/bad-cursor.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { readPiece } from '#server/core/work/pieces.ts'
import { type Cursor, decodeCursor, encodeCursor } from '#server/shared/cursor.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { MAX_PAGED_ROWS, offsetOf } from '#server/shared/page.ts'
import { linkFilterOf } from './listed-links.ts'
import type { LinkSort, LinkStatus } from './payment-link-enums.schema.ts'
import {
  countLinks,
  type LinkFilter,
  linkSortColumn,
  listLinks,
  sumSomeLinks,
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

/** A hundredth of a second's work, after which others have their turn. */
const PIECE = 2000

/** The links of a list by status, and what they brought in by currency. */
export async function summarizeLinks(
  ctx: MerchantCtx,
  input: SummarizePaymentLinks,
): Promise<PaymentLinkSummary> {
  const filter = await linkFilterOf(ctx, input)
  const statuses = new Map<LinkStatus, number>()
  const currencies = new Map<string, { count: number; amount: Minor }>()
  for await (const { status, currency, count, paid, paidAmount } of sumsOf(ctx, filter)) {
    statuses.set(status, (statuses.get(status) ?? 0) + count)
    const before = currencies.get(currency) ?? { count: 0, amount: 0 }
    currencies.set(currency, { count: before.count + paid, amount: before.amount + paidAmount })
  }
  return {
    byStatus: [...statuses]
      .map(([status, count]) => ({ status, count }))
      .toSorted((a, b) => b.count - a.count),
    byCurrency: [...currencies]
      .filter(([, { count }]) => count > 0)
      .map(([currency, { count, amount }]) => ({
        currency: PaymentLink.shape.currency.parse(currency),
        paidCount: count,
        paidAmount: decimalFromMinor(amount),
      }))
      .toSorted((a, b) => b.paidCount - a.paidCount || a.currency.localeCompare(b.currency)),
  }
}

async function* sumsOf({ db }: MerchantCtx, filter: LinkFilter | undefined) {
  if (!filter) return
  for (let after = ''; ; ) {
    const from = after
    const sums = await readPiece(() => sumSomeLinks(db, filter, { after: from, limit: PIECE }))
    yield* sums
    const read = sums.reduce((all, { count }) => all + count, 0)
    if (read < PIECE) return
    after = sums.map(({ lastId }) => lastId).reduce((last, id) => (id > last ? id : last), after)
  }
}
