import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { ListDefinition, ListFilter } from '#server/core/lists/list-definition.ts'
import { listExport } from '#server/core/lists/list-export.ts'
import { listFilter } from '#server/core/lists/list-filter.ts'
import { positionColumnsOf } from '#server/services/rollups/calendar-positions.ts'
import { searchScope } from '#server/services/search/search-scope.ts'
import {
  amountColumns,
  codeColumn,
  instantColumns,
  methodColumn,
  momentColumn,
  nameColumn,
  type SheetColumn,
  type SheetLanguage,
  textColumn,
} from '#server/shared/text/sheet.ts'
import { sumRefundDays } from './figures/refund-sums.queries.ts'
import { type RefundReason, type RefundSort, refundSorts } from './refund-enums.schema.ts'
import { readRefundOf } from './refunds.rules.ts'
import type { ExportRefunds, ListRefunds, ReadRefund } from './refunds.schema.ts'

const columns = [
  'id',
  'transactionId',
  'reference',
  'customerId',
  'customerName',
  'customerEmail',
  'amount',
  'currency',
  'paymentMethod',
  'reason',
  'note',
  'status',
  'failureReason',
  'createdAt',
  'updatedAt',
  'settledAt',
] as const

type ListedRefund = Pick<RefundRow, (typeof columns)[number]>

type RefundListInput = Omit<ListRefunds, 'sort' | 'limit' | 'page' | 'cursor'>

type RefundFilter = ListFilter &
  Pick<
    RefundListInput,
    'status' | 'reason' | 'paymentMethod' | 'currency' | 'customerId' | 'transactionId'
  >

export const refundList: ListDefinition<
  'refunds',
  ListedRefund,
  RefundFilter,
  RefundSort,
  RefundListInput,
  ReadRefund
> = {
  table: 'refunds',
  columns,
  conditions: {
    status: 'equal',
    reason: 'equal',
    paymentMethod: 'equal',
    currency: 'equal',
    customerId: 'equal',
    transactionId: 'equal',
  },
  dayColumn: (calendar) => positionColumnsOf(calendar).day,
  sorts: refundSorts,
  numbers: ['amount'],
  indexed: ['customerId', 'status'],
  fewBy: 'transactionId',
  find: (ctx, input) =>
    searchScope(ctx, listFilter(ctx, input), { kind: 'refund', search: input.search }),
  keptSums: (db, filter) => {
    const { reason, customerId, transactionId, minAmount, maxAmount } = filter
    const unsupported = [reason, customerId, transactionId, minAmount, maxAmount]
    return unsupported.some((part) => part !== undefined) ? undefined : sumRefundDays(db, filter)
  },
  toResponses: (_, rows) => rows.map(readRefundOf),
}

const statusNames: Record<SheetLanguage, Record<ListedRefund['status'], string>> = {
  en: { success: 'Refunded', pending: 'Pending', failed: 'Failed', cancelled: 'Declined' },
  it: {
    success: 'Riuscito',
    pending: 'In attesa',
    failed: 'Non riuscito',
    cancelled: 'Annullato',
  },
}

const reasonNames: Record<SheetLanguage, Record<RefundReason, string>> = {
  en: {
    requested_by_customer: 'Requested by the customer',
    duplicate: 'Paid twice',
    fraudulent: 'Fraud',
    service_not_delivered: 'Not delivered',
    goodwill: 'Goodwill',
    other: 'Other',
  },
  it: {
    requested_by_customer: 'Richiesto dal cliente',
    duplicate: 'Pagamento doppio',
    fraudulent: 'Fraudolento',
    service_not_delivered: 'Servizio non reso',
    goodwill: 'Cortesia',
    other: 'Altro',
  },
}

const sheetColumns = (timezone: string): SheetColumn<ListedRefund>[] => [
  codeColumn({ en: 'Refund ID', it: 'ID rimborso' }, (row) => row.id),
  codeColumn({ en: 'Transaction ID', it: 'ID transazione' }, (row) => row.reference),
  ...instantColumns({ en: 'Date', it: 'Data' }, (row: ListedRefund) => row.createdAt, timezone),
  textColumn({ en: 'Customer', it: 'Cliente' }, (row) => row.customerName),
  codeColumn({ en: 'Email', it: 'Email' }, (row) => row.customerEmail),
  ...amountColumns<ListedRefund>(),
  methodColumn(),
  nameColumn({ en: 'Reason', it: 'Motivo' }, (row) => row.reason as RefundReason, reasonNames),
  textColumn({ en: 'Note', it: 'Nota' }, (row) => row.note),
  nameColumn({ en: 'Status', it: 'Stato' }, (row) => row.status, statusNames),
  textColumn({ en: 'Failure reason', it: "Motivo dell'errore" }, (row) => row.failureReason),
  momentColumn({ en: 'Settled', it: 'Concluso' }, (row) => row.settledAt, timezone),
]

export const exportRefunds = (ctx: MerchantCtx, input: ExportRefunds): AsyncGenerator<string> =>
  listExport(ctx, refundList, input, {
    columns: sheetColumns(ctx.merchant.timezone),
    linesOf: (rows) => rows,
  })
