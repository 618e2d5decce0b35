import type { MerchantCtx } from '#server/core/context.ts'
import { readPiece } from '#server/core/pieces.ts'
import { rowsInSpans } from '#server/core/spans.ts'
import type { RowPlace } from '#server/shared/cursor.ts'
import { csvOf } from '#server/shared/sheet.ts'
import { comparePlaces } from '../transactions/scan-transactions.ts'
import { refundFilterOf } from './listed-refunds.ts'
import {
  isRefundIndexed,
  type ListedRefund,
  listRefundRange,
  type RefundFilter,
  refundPlaceAfter,
  refundPlacesOf,
  refundSortColumn,
} from './refund-list.queries.ts'
import { refundSheet } from './refund-sheet.ts'
import type { ExportRefunds } from './refunds.schema.ts'

/** The CSV of exactly what the filter lists, a handful of rows at a time, as that of payments. */
export const exportRefunds = (ctx: MerchantCtx, input: ExportRefunds): AsyncGenerator<string> =>
  csvOf(refundSheet(input, ctx.merchant.timezone), matchingRows(ctx, input))

const ROWS = 100
const IDS = 500

async function* matchingRows(
  ctx: MerchantCtx,
  input: ExportRefunds,
): AsyncGenerator<ListedRefund[]> {
  const { db } = ctx
  const { layout: _layout, language: _language, sort, ...narrowed } = input
  const filter = await refundFilterOf(ctx, narrowed)
  if (!filter) return
  if (filter.ids) {
    const places = await sortedPlaces(ctx, filter, { ids: filter.ids, sort })
    for (let from = 0; from < places.length; from += ROWS) {
      const ids = places.slice(from, from + ROWS).map(({ id }) => id)
      yield await readPiece(() => listRefundRange(db, { ...filter, ids }, { sort, limit: ROWS }))
    }
    return
  }
  const isDirect = isRefundIndexed(filter, sort)
  const column = refundSortColumn(sort)
  const placeOf = (row: ListedRefund) => ({ value: row[column], id: row.id })
  const order = { after: undefined, limit: ROWS, placeOf }
  yield* rowsInSpans(order, async ({ after, span, limit }) => {
    const upTo = isDirect ? undefined : await refundPlaceAfter(db, filter, { sort, after, span })
    return { upTo, rows: await listRefundRange(db, filter, { sort, after, upTo, limit }) }
  })
}

async function sortedPlaces(
  { db }: MerchantCtx,
  filter: RefundFilter,
  { ids, sort }: { ids: readonly string[]; sort: ExportRefunds['sort'] },
): Promise<RowPlace[]> {
  const places: RowPlace[] = []
  for (let from = 0; from < ids.length; from += IDS) {
    const some = ids.slice(from, from + IDS)
    places.push(...(await readPiece(() => refundPlacesOf(db, { ...filter, ids: some }, sort))))
  }
  const sign = sort.startsWith('-') ? -1 : 1
  return places.toSorted((one, other) => sign * comparePlaces(one, other))
}
