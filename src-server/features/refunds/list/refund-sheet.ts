import { localDateTime } from '#server/shared/day.ts'
import { Currency, decimalFromMinor, printedDecimal } from '#server/shared/money/money.ts'
import { paymentMethodNames } from '#server/shared/money/payment-method.ts'
import { type Cell, textCell } from '#server/shared/text/csv.ts'
import {
  isUtc,
  italianDate,
  italianMethods,
  type Sheet,
  sheetOf,
} from '#server/shared/text/sheet.ts'
import type { RefundReason, RefundStatus } from '../refund-enums.schema.ts'
import type { ExportRefunds } from '../refunds.schema.ts'
import type { ListedRefund } from './refund-list.queries.ts'

const words = {
  en: {
    id: 'Refund ID',
    reference: 'Transaction ID',
    date: 'Date',
    customer: 'Customer',
    email: 'Email',
    amount: 'Amount',
    currency: 'Currency',
    method: 'Payment Method',
    reason: 'Reason',
    note: 'Note',
    status: 'Status',
    failure: 'Failure reason',
    settled: 'Settled',
  },
  it: {
    id: 'ID rimborso',
    reference: 'ID transazione',
    date: 'Data',
    customer: 'Cliente',
    email: 'Email',
    amount: 'Importo',
    currency: 'Valuta',
    method: 'Metodo di pagamento',
    reason: 'Motivo',
    note: 'Nota',
    status: 'Stato',
    failure: "Motivo dell'errore",
    settled: 'Concluso',
  },
}

const italianStatuses: Record<RefundStatus, string> = {
  success: 'Riuscito',
  pending: 'In attesa',
  failed: 'Non riuscito',
  cancelled: 'Annullato',
}

const italianReasons: Record<RefundReason, string> = {
  requested_by_customer: 'Richiesto dal cliente',
  duplicate: 'Pagamento doppio',
  fraudulent: 'Fraudolento',
  service_not_delivered: 'Servizio non reso',
  goodwill: 'Cortesia',
  other: 'Altro',
}

const headings = (of: (typeof words)['en'], timezone: string): string[] => [
  of.id,
  of.reference,
  ...(isUtc(timezone) ? [] : [`${of.date} (${timezone})`]),
  `${of.date} (UTC)`,
  of.customer,
  of.email,
  of.amount,
  of.currency,
  of.method,
  of.reason,
  of.note,
  of.status,
  of.failure,
  `${of.settled} (${timezone})`,
]

const plainCells = (row: ListedRefund, timezone: string): (string | null)[] => [
  row.id,
  row.reference,
  ...(isUtc(timezone) ? [] : [localDateTime(row.createdAt, timezone)]),
  row.createdAt,
  row.customerName,
  row.customerEmail,
  decimalFromMinor(row.amount),
  row.currency,
  paymentMethodNames[row.paymentMethod],
  row.reason,
  row.note,
  row.status,
  row.failureReason,
  row.settledAt && localDateTime(row.settledAt, timezone),
]

const italianCells = (row: ListedRefund, timezone: string): Cell[] => [
  row.id,
  row.reference,
  ...(isUtc(timezone) ? [] : [italianDate(localDateTime(row.createdAt, timezone))]),
  italianDate(localDateTime(row.createdAt, 'UTC')),
  textCell(row.customerName),
  row.customerEmail,
  printedDecimal(row.amount, Currency.parse(row.currency)).replace('.', ','),
  row.currency,
  italianMethods[row.paymentMethod],
  italianReasons[row.reason as RefundReason],
  textCell(row.note),
  italianStatuses[row.status],
  row.failureReason,
  row.settledAt && italianDate(localDateTime(row.settledAt, timezone)),
]

/** How refunds are written into a file. */
export const refundSheet = (input: ExportRefunds, timezone: string): Sheet<ListedRefund> =>
  sheetOf(input, {
    headings: { en: headings(words.en, timezone), it: headings(words.it, timezone) },
    plain: (row) => plainCells(row, timezone),
    italian: (row) => italianCells(row, timezone),
  })
