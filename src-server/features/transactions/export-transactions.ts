import type { MerchantCtx } from '#server/core/context.ts'
import { readPiece } from '#server/core/pieces.ts'
import { csvOf } from '#server/shared/sheet.ts'
import { exportSheet } from './export-sheet.ts'
import { listedBy } from './listed-transactions.ts'
import { rowsAt, scanTransactions, sortedPlaces } from './scan-transactions.ts'
import type { ListedTransaction } from './transactions.queries.ts'
import type { ExportTransactions } from './transactions.schema.ts'

/**
 * The CSV of exactly what the filter lists, a handful of rows at a time, so that neither memory nor the
 * wait of others grows with them. Rows that are added meanwhile neither shift nor repeat others: each
 * handful goes on from the last row of the one before.
 */
export const exportTransactions = (
  ctx: MerchantCtx,
  input: ExportTransactions,
): AsyncGenerator<string> =>
  csvOf(exportSheet(input, ctx.merchant.timezone), matchingRows(ctx, input))

const FOUND_AT_ONCE = 100

async function* matchingRows(
  ctx: MerchantCtx,
  input: ExportTransactions,
): AsyncGenerator<ListedTransaction[]> {
  const { db } = ctx
  const { layout: _layout, language: _language, ...listed } = input
  const { sort } = listed
  const found = await listedBy(ctx, listed)
  if (!found) return
  const { filter, ids } = found
  if (!ids) {
    yield* scanTransactions(db, filter, { sort })
    return
  }
  const places = await sortedPlaces(db, filter, { ids, sort })
  for (let from = 0; from < places.length; from += FOUND_AT_ONCE) {
    yield await readPiece(() => rowsAt(db, filter, places.slice(from, from + FOUND_AT_ONCE)))
  }
}
