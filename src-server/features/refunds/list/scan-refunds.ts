import type { Db } from '#db/tables.ts'
import { rowsInSpans } from '#server/core/spans.ts'
import { readPiece } from '#server/core/work/pieces.ts'
import { comparePlaces } from '#server/features/transactions/list/scan-transactions.ts'
import type { RowPlace } from '#server/shared/cursor.ts'
import type { RefundSort } from '../refund-enums.schema.ts'
import {
  isRefundIndexed,
  type ListedRefund,
  listRefundRange,
  type RefundFilter,
  refundPlaceAfter,
  refundPlacesOf,
  refundSortColumn,
} from './refund-list.queries.ts'

const IDS = 500

type Order = { sort: RefundSort; after?: RowPlace | undefined; limit: number }

/** What a filter lists, in order, so many rows at a time; others have their turn between two pieces. */
export async function* scanRefunds(
  db: Db,
  filter: RefundFilter,
  { sort, after: start, limit }: Order,
): AsyncGenerator<ListedRefund[]> {
  if (filter.ids) {
    const all = await sortedPlaces(db, filter, { ids: filter.ids, sort })
    const sign = sort.startsWith('-') ? -1 : 1
    const places = start ? all.filter((place) => sign * comparePlaces(place, start) > 0) : all
    for (let from = 0; from < places.length; from += limit) {
      const ids = places.slice(from, from + limit).map(({ id }) => id)
      yield await readPiece(() => listRefundRange(db, { ...filter, ids }, { sort, limit }))
    }
    return
  }
  const isDirect = isRefundIndexed(filter, sort)
  const column = refundSortColumn(sort)
  const placeOf = (row: ListedRefund) => ({ value: row[column], id: row.id })
  const order = { after: start, limit, placeOf }
  yield* rowsInSpans(order, async ({ after, span }) => {
    const upTo = isDirect ? undefined : await refundPlaceAfter(db, filter, { sort, after, span })
    return { upTo, rows: await listRefundRange(db, filter, { sort, after, upTo, limit }) }
  })
}

async function sortedPlaces(
  db: Db,
  filter: RefundFilter,
  { ids, sort }: { ids: readonly string[]; sort: RefundSort },
): Promise<RowPlace[]> {
  const places: RowPlace[] = []
  for (let from = 0; from < ids.length; from += IDS) {
    const some = ids.slice(from, from + IDS)
    places.push(...(await readPiece(() => refundPlacesOf(db, { ...filter, ids: some }, sort))))
  }
  const sign = sort.startsWith('-') ? -1 : 1
  return places.toSorted((one, other) => sign * comparePlaces(one, other))
}
