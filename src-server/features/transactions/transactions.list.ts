import type { MethodColumns } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { ListDefinition } from '#server/core/lists/list-definition.ts'
import { listExport } from '#server/core/lists/list-export.ts'
import type { PaidLine } from '#server/core/ports/payment-store.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { positionColumnsOf } from '#server/services/rollups/calendar-positions.ts'
import { sumPayments } from '#server/services/rollups/rollups.queries.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import type { Minor } from '#server/shared/money/money.ts'
import {
  amountColumns,
  codeColumn,
  instantColumns,
  methodColumn,
  momentColumn,
  moneyColumn,
  nameColumn,
  type SheetColumn,
  type SheetLanguage,
  textColumn,
} from '#server/shared/text/sheet.ts'
import { responseOf } from './payment-response.ts'
import { sumSettled } from './settle/settled-amounts.queries.ts'
import { type TransactionSort, transactionSorts } from './transaction-enums.schema.ts'
import {
  type TransactionFilter,
  type TransactionListInput,
  transactionScope,
} from './transaction-scope.ts'
import {
  type ListedTransaction,
  listedColumns,
  listPurchases,
  listRowsByIds,
  transactionConditions,
} from './transactions.queries.ts'
import { transactionOf } from './transactions.rules.ts'
import type { ExportTransactions, Transaction } from './transactions.schema.ts'

export type TransactionList = ListDefinition<
  'transactions',
  ListedTransaction,
  TransactionFilter,
  TransactionSort,
  TransactionListInput,
  Transaction
>

export const transactionList: TransactionList = {
  table: 'transactions',
  columns: listedColumns,
  conditions: transactionConditions,
  dayColumn: (calendar) => positionColumnsOf(calendar).day,
  sorts: transactionSorts,
  numbers: ['amount'],
  unique: 'transactionId',
  indexed: ['reference', 'shopId', 'linkId', 'customerId', 'waitingFor', 'status', 'methodType'],
  find: (ctx, input) => transactionScope(ctx, transactionList, input),
  keptSums: (db, filter) => {
    return unsummedFields.some((field) => filter[field] !== undefined)
      ? undefined
      : sumPayments(db, filter)
  },
  toResponses: transactionResponses,
}

/** Filters for which no sums are stored. */
const unsummedFields = [
  'waitingFor',
  'methodType',
  'isUnreported',
  'brand',
  'settled',
  'customerId',
  'linkId',
  'reference',
  'shopId',
  'minAmount',
  'maxAmount',
  'weekday',
  'slot',
] as const

/** Lists read only the columns of version 1. For version 2, this loads the whole rows of the page. */
async function transactionResponses(
  ctx: MerchantCtx,
  rows: ListedTransaction[],
): Promise<Transaction[]> {
  if (ctx.version !== 'v2' || rows.length === 0) return rows.map(transactionOf)
  const ids = rows.map(({ id }) => id)
  const wholeRows = await listRowsByIds(ctx.db, { merchantId: ctx.merchant.id, ids })
  const byId = new Map(wholeRows.map((row) => [row.id, row]))
  const settled = await sumSettled(ctx, { merchantId: ctx.merchant.id, ids })
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [responseOf(ctx, row, settled.get(id))] : []
  })
}

const statusNames: Record<SheetLanguage, Record<ListedTransaction['status'], string>> = {
  en: { success: 'Success', pending: 'Pending', failed: 'Failed' },
  it: { success: 'Riuscito', pending: 'In attesa', failed: 'Non riuscito' },
}

/** A payment in an export; the further columns are set when the export has them. */
type ExportLine = ListedTransaction &
  Partial<Pick<TransactionRow, 'metadata' | 'orderReference'>> &
  MethodColumns & { lines?: PaidLine[]; tip?: Minor | null }

const sheetColumns = (timezone: string): SheetColumn<ExportLine>[] => [
  codeColumn({ en: 'Transaction ID', it: 'ID transazione' }, (row) => row.transactionId),
  codeColumn({ en: 'Id', it: 'Id' }, (row) => row.id),
  ...instantColumns({ en: 'Date', it: 'Data' }, (row: ExportLine) => row.createdAt, timezone),
  textColumn({ en: 'Customer', it: 'Cliente' }, (row) => row.customerName),
  codeColumn({ en: 'Email', it: 'Email' }, (row) => row.customerEmail),
  ...amountColumns<ExportLine>(),
  methodColumn(),
  nameColumn({ en: 'Status', it: 'Stato' }, (row) => row.status, statusNames),
  textColumn({ en: 'Failure reason', it: 'Motivo del rifiuto' }, (row) => row.failureReason),
  textColumn({ en: 'Description', it: 'Descrizione' }, (row) => row.description),
  momentColumn(
    { en: 'Settled', it: 'Esito il' },
    // A declined payment was never settled, though it is final.
    (row) => (row.status === 'success' ? row.settledAt : null),
    timezone,
  ),
]

const metadataColumn = textColumn<ExportLine>(
  { en: 'Metadata', it: 'Metadata' },
  ({ metadata = null }) => metadata,
)

const referenceColumn = textColumn<ExportLine>(
  { en: 'Reference', it: 'Riferimento' },
  ({ orderReference = null }) => orderReference,
)

const purchaseColumns: SheetColumn<ExportLine>[] = [
  textColumn({ en: 'Items', it: 'Articoli' }, ({ lines = [] }) =>
    lines.length > 0
      ? lines.map(({ quantity, title }) => `${quantity} × ${title}`).join('; ')
      : null,
  ),
  codeColumn({ en: 'Quantity', it: 'Quantità' }, ({ lines = [] }) =>
    lines.length > 0 ? String(lines.reduce((sum, { quantity }) => sum + quantity, 0)) : null,
  ),
  moneyColumn({ en: 'Tip', it: 'Mancia' }, ({ tip = null }) => tip),
]

const usedMethodColumns: SheetColumn<ExportLine>[] = [
  codeColumn({ en: 'Method type', it: 'Tipo di metodo' }, (row) => row.methodType ?? null),
  codeColumn({ en: 'Brand', it: 'Circuito' }, (row) => row.methodBrand ?? null),
  // Text, because a spreadsheet would read "0042" as a number.
  textColumn(
    { en: 'Last four digits', it: 'Ultime quattro cifre' },
    (row) => row.methodLast4 ?? null,
  ),
  codeColumn({ en: 'Wallet', it: 'Wallet' }, (row) => row.methodWallet ?? null),
  codeColumn({ en: 'Country', it: 'Paese' }, (row) => row.methodCountry ?? null),
  codeColumn({ en: 'Funding', it: 'Tipo di carta' }, (row) => row.methodFunding ?? null),
]

export function exportTransactions(
  ctx: MerchantCtx & { version: ApiVersion },
  {
    metadata,
    method = false,
    withReference = false,
    withPurchase = false,
    ...input
  }: ExportTransactions,
): AsyncGenerator<string> {
  // Version 1 keeps its columns, because programs rely on them.
  const hasMetadata = metadata ?? ctx.version === 'v2'
  return listExport(ctx, transactionList, input, {
    columns: [
      ...sheetColumns(ctx.merchant.timezone),
      ...(hasMetadata ? [metadataColumn] : []),
      ...(method ? usedMethodColumns : []),
      ...(withReference ? [referenceColumn] : []),
      ...(withPurchase ? purchaseColumns : []),
    ],
    linesOf: async (rows) => {
      const isWhole = hasMetadata || method || withReference
      const lines = isWhole ? await addFurtherColumns(ctx, rows) : rows
      return withPurchase ? addPurchases(ctx, lines) : lines
    },
  })
}

const idsOf = ({ merchant }: MerchantCtx, rows: readonly { id: string }[]) => ({
  merchantId: merchant.id,
  ids: rows.map(({ id }) => id),
})

async function addFurtherColumns(
  ctx: MerchantCtx,
  rows: ListedTransaction[],
): Promise<ExportLine[]> {
  const wholeRows = await readInSlice(() => listRowsByIds(ctx.db, idsOf(ctx, rows)))
  const byId = new Map(wholeRows.map((row) => [row.id, row]))
  return rows.map((row) => byId.get(row.id) ?? row)
}

async function addPurchases(ctx: MerchantCtx, rows: ExportLine[]): Promise<ExportLine[]> {
  const purchases = await readInSlice(() => listPurchases(ctx.db, idsOf(ctx, rows)))
  const byId = new Map(purchases.map((purchase) => [purchase.transactionId, purchase]))
  return rows.map((row) => {
    const { lines = null, tip = null } = byId.get(row.id) ?? {}
    return { ...row, lines: lines === null ? [] : (JSON.parse(lines) as PaidLine[]), tip }
  })
}
