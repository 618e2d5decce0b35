import type { MerchantCtx } from '../../context.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../shared/csv.ts'
import type { Cursor } from '../../shared/cursor.ts'
import { localDateTime } from '../../shared/day.ts'
import { decimalFromMinor } from '../../shared/money.ts'
import { audit } from '../audit/audit.ts'
import { transactionFilterOf } from './transaction-page.ts'
import { type ListedTransaction, listTransactions, sortColumnOf } from './transactions.queries.ts'
import { type ExportTransactions, paymentMethodNames } from './transactions.schema.ts'

const BATCH = 1000

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
 * The CSV of exactly what the filter lists, a batch of rows at a time, so that memory does not grow
 * with them. Rows that are added meanwhile neither shift nor repeat others: each batch goes on from
 * the last row of the one before.
 */
export async function* exportTransactions(
  ctx: MerchantCtx,
  input: ExportTransactions,
): AsyncGenerator<string> {
  const { sort } = input
  const { timezone } = ctx.merchant
  const filter = transactionFilterOf(ctx, input)
  yield BYTE_ORDER_MARK + csvLine(headers(timezone))
  let after: Cursor | undefined
  for (;;) {
    const rows = await listTransactions(ctx.db, filter, { sort, limit: BATCH, after })
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row, timezone))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = { sort, value: last[sortColumnOf(sort)], id: last.id }
  }
}

const headers = (timezone: string): string[] => [
  'Transaction ID',
  'Id',
  `Date (${timezone})`,
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
  localDateTime(row.createdAt, timezone),
  row.createdAt,
  row.customerName,
  row.customerEmail,
  decimalFromMinor(row.amount),
  row.currency,
  paymentMethodNames[row.paymentMethod],
  row.status,
  row.failureReason,
  row.description,
  row.settledAt === null ? null : localDateTime(row.settledAt, timezone),
]
