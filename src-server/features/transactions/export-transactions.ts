import type { MerchantCtx } from '#server/core/context.ts'
import { readPiece } from '#server/core/pieces.ts'
import { audit } from '#server/services/audit/audit.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/shared/csv.ts'
import { localDateTime } from '#server/shared/day.ts'
import { decimalFromMinor } from '#server/shared/money.ts'
import { paymentMethodNames } from '#server/shared/payment-method.ts'
import { rowsAt, scanTransactions, sortedPlaces } from './scan-transactions.ts'
import { canMatch, searched, transactionFilterOf } from './transaction-page.ts'
import type { ListedTransaction } from './transactions.queries.ts'
import type { ExportTransactions } from './transactions.schema.ts'

/**
 * Notes who takes which payments along. What was searched for is left out: it may be the name of a
 * customer who is erased one day, and entries are not.
 */
export async function auditExport(ctx: MerchantCtx, input: ExportTransactions): Promise<void> {
  const { search, ...filter } = input
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
  const { timezone } = ctx.merchant
  // Sent with the first rows: what fails before them can still be answered as a failure.
  let head = BYTE_ORDER_MARK + csvLine(headers(timezone))
  for await (const rows of matchingRows(ctx, input)) {
    yield head + rows.map((row) => csvLine(cellsOf(row, timezone))).join('')
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
  const { sort } = input
  const filter = transactionFilterOf(ctx, input)
  if (!(await canMatch(db, filter))) return
  if (filter.terms.length === 0) {
    yield* scanTransactions(db, filter, { sort })
    return
  }
  const places = await sortedPlaces(db, filter, { ids: await searched(ctx, filter), sort })
  for (let from = 0; from < places.length; from += FOUND_AT_ONCE) {
    yield await readPiece(() => rowsAt(db, filter, places.slice(from, from + FOUND_AT_ONCE)))
  }
}

/** In UTC both dates would be the same, under the same heading. */
const isUtc = (timezone: string): boolean => /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu)$/.test(timezone)

const headers = (timezone: string): string[] => [
  'Transaction ID',
  'Id',
  ...(isUtc(timezone) ? [] : [`Date (${timezone})`]),
  'Date (UTC)',
  'Customer',
  'Email',
  'Amount',
  'Currency',
  'Payment Method',
  'Status',
  'Failure reason',
  'Description',
  `Settled (${timezone})`,
]

const cellsOf = (row: ListedTransaction, timezone: string): (string | null)[] => [
  row.transactionId,
  row.id,
  ...(isUtc(timezone) ? [] : [localDateTime(row.createdAt, timezone)]),
  row.createdAt,
  row.customerName,
  row.customerEmail,
  decimalFromMinor(row.amount),
  row.currency,
  paymentMethodNames[row.paymentMethod],
  row.status,
  row.failureReason,
  row.description,
  // A declined payment was never settled, though it is final.
  row.status === 'success' && row.settledAt ? localDateTime(row.settledAt, timezone) : null,
]
