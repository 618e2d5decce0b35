import type { MerchantCtx } from '#server/core/context.ts'
import { readPiece } from '#server/core/pieces.ts'
import { audit } from '#server/services/audit/audit.ts'
import { BYTE_ORDER_MARK } from '#server/shared/csv.ts'
import { exportSheet } from './export-sheet.ts'
import { listedBy } from './listed-transactions.ts'
import { rowsAt, scanTransactions, sortedPlaces } from './scan-transactions.ts'
import type { ListedTransaction } from './transactions.queries.ts'
import type { ExportTransactions } from './transactions.schema.ts'

/**
 * Notes who takes which payments along. What was searched for is left out: it may be the name of a
 * customer who is erased one day, and entries are not.
 */
export async function auditExport(ctx: MerchantCtx, input: ExportTransactions): Promise<void> {
  const { search, layout: _layout, language: _language, book: _book, ...filter } = input
  const merchantId = ctx.merchant.id
  const after = { filter: { ...filter, ...(search !== undefined && { hasSearch: true }) } }
  await audit(ctx, { merchantId, action: 'transactions.exported', objectId: merchantId, after })
}

/**
 * The CSV of exactly what the filter lists, a handful of rows at a time, so that neither memory nor the
 * wait of others grows with them. Rows that are added meanwhile neither shift nor repeat others: each
 * handful goes on from the last row of the one before.
 */
export async function* exportTransactions(
  ctx: MerchantCtx,
  input: ExportTransactions,
): AsyncGenerator<string> {
  const sheet = exportSheet(input, ctx.merchant.timezone)
  // Sent with the first rows: what fails before them can still be answered as a failure.
  let head = BYTE_ORDER_MARK + sheet.head
  for await (const rows of matchingRows(ctx, input)) {
    yield head + rows.map(sheet.line).join('')
    head = ''
  }
  if (head) yield head
}

const FOUND_AT_ONCE = 100

async function* matchingRows(
  ctx: MerchantCtx,
  input: ExportTransactions,
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
