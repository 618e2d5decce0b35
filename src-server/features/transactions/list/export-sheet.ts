import { localDateTime } from '#server/shared/day.ts'
import type { ExportStyle } from '#server/shared/export-style.ts'
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
import type { ListedTransaction } from '../transactions.queries.ts'

type Words = {
  reference: string
  date: string
  customer: string
  email: string
  amount: string
  currency: string
  method: string
  status: string
  reason: string
  description: string
  settled: string
}

const words: Record<'en' | 'it', Words> = {
  en: {
    reference: 'Transaction ID',
    date: 'Date',
    customer: 'Customer',
    email: 'Email',
    amount: 'Amount',
    currency: 'Currency',
    method: 'Payment Method',
    status: 'Status',
    reason: 'Failure reason',
    description: 'Description',
    settled: 'Settled',
  },
  it: {
    reference: 'ID transazione',
    date: 'Data',
    customer: 'Cliente',
    email: 'Email',
    amount: 'Importo',
    currency: 'Valuta',
    method: 'Metodo di pagamento',
    status: 'Stato',
    reason: 'Motivo del rifiuto',
    description: 'Descrizione',
    settled: 'Esito il',
  },
}

const italianStatuses = {
  success: 'Riuscito',
  pending: 'In attesa',
  failed: 'Non riuscito',
} satisfies Record<ListedTransaction['status'], string>

const headings = (of: Words, timezone: string): string[] => [
  of.reference,
  'Id',
  ...(isUtc(timezone) ? [] : [`${of.date} (${timezone})`]),
  `${of.date} (UTC)`,
  of.customer,
  of.email,
  of.amount,
  of.currency,
  of.method,
  of.status,
  of.reason,
  of.description,
  `${of.settled} (${timezone})`,
]

// A declined payment was never settled, though it is final.
const settledIn = (row: ListedTransaction, timezone: string): string | null =>
  row.status === 'success' && row.settledAt ? localDateTime(row.settledAt, timezone) : null

const plainCells = (row: ListedTransaction, timezone: string): (string | null)[] => [
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
  settledIn(row, timezone),
]

function italianCells(row: ListedTransaction, timezone: string): Cell[] {
  const settled = settledIn(row, timezone)
  return [
    row.transactionId,
    row.id,
    ...(isUtc(timezone) ? [] : [italianDate(localDateTime(row.createdAt, timezone))]),
    italianDate(localDateTime(row.createdAt, 'UTC')),
    textCell(row.customerName),
    row.customerEmail,
    printedDecimal(row.amount, Currency.parse(row.currency)).replace('.', ','),
    row.currency,
    italianMethods[row.paymentMethod],
    italianStatuses[row.status],
    row.failureReason,
    textCell(row.description),
    settled && italianDate(settled),
  ]
}

/** A payment in a file; `metadata` where its column was asked for. */
export type ExportedTransaction = ListedTransaction & { metadata?: string | null }

/** How payments are written into a file. */
export function exportSheet(
  { hasMetadata, ...style }: ExportStyle & { hasMetadata: boolean },
  timezone: string,
): Sheet<ExportedTransaction> {
  const column = hasMetadata ? ['Metadata'] : []
  const cell = ({ metadata = null }: ExportedTransaction) => (hasMetadata ? [metadata] : [])
  return sheetOf(style, {
    headings: {
      en: [...headings(words.en, timezone), ...column],
      it: [...headings(words.it, timezone), ...column],
    },
    plain: (row) => [...plainCells(row, timezone), ...cell(row)],
    italian: (row) => [...italianCells(row, timezone), ...cell(row).map(textCell)],
  })
}
