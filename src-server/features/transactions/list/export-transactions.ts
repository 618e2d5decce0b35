import type { MerchantCtx } from '#server/core/context.ts'
import { readPiece } from '#server/core/work/pieces.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { csvOf } from '#server/shared/text/sheet.ts'
import { type ListedTransaction, listRowsByIds } from '../transactions.queries.ts'
import type { ExportTransactions } from '../transactions.schema.ts'
import { type ExportedTransaction, exportSheet } from './export-sheet.ts'
import { listedBy } from './listed-transactions.ts'
import { rowsAt, scanTransactions, sortedPlaces } from './scan-transactions.ts'

type ExportCtx = MerchantCtx & { version: ApiVersion }

/**
 * The CSV of exactly what the filter lists, a handful of rows at a time, so that neither memory nor the
 * wait of others grows with them. Rows that are added meanwhile neither shift nor repeat others: each
 * handful goes on from the last row of the one before.
 */
export function exportTransactions(
  ctx: ExportCtx,
  { metadata, ...input }: ExportTransactions,
): AsyncGenerator<string> {
  // The columns of version 1 stay as programs know them.
  const hasMetadata = metadata ?? ctx.version === 'v2'
  const rows = matchingRows(ctx, input)
  const sheet = exportSheet({ ...input, hasMetadata }, ctx.merchant.timezone)
  return csvOf(sheet, hasMetadata ? withMetadata(ctx, rows) : rows)
}

async function* withMetadata(
  { db, merchant }: MerchantCtx,
  handfuls: AsyncIterable<ListedTransaction[]>,
): AsyncGenerator<ExportedTransaction[]> {
  for await (const rows of handfuls) {
    const where = { merchantId: merchant.id, ids: rows.map(({ id }) => id) }
    const noted = await readPiece(() => listRowsByIds(db, where))
    const byId = new Map(noted.map(({ id, metadata }) => [id, metadata]))
    yield rows.map((row) => ({ ...row, metadata: byId.get(row.id) ?? null }))
  }
}

const FOUND_AT_ONCE = 100

async function* matchingRows(
  ctx: MerchantCtx,
  input: Omit<ExportTransactions, 'metadata'>,
): AsyncGenerator<ListedTransaction[]> {
  const { db } = ctx
  const { layout: _layout, language: _language, book: _book, ...listed } = input
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
