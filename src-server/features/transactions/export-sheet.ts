import { csvLine } from '#server/shared/csv.ts'
import { localDateTime } from '#server/shared/day.ts'
import { Currency, decimalFromMinor, printedDecimal } from '#server/shared/money.ts'
import { paymentMethodNames } from '#server/shared/payment-method.ts'
import type { ListedTransaction } from './transactions.queries.ts'
import type { ExportTransactions } from './transactions.schema.ts'

/** How payments are written into a file: its first line, and the line of each payment. */
type Sheet = { head: string; line: (row: ListedTransaction) => string }

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
    settled: 'Accreditato',
  },
}

const italianMethods = {
  card: 'Carta di credito',
  paypal: 'PayPal',
  bank: 'Bonifico',
} satisfies Record<ListedTransaction['paymentMethod'], string>

const italianStatuses = {
  success: 'Riuscito',
  pending: 'In attesa',
  failed: 'Non riuscito',
} satisfies Record<ListedTransaction['status'], string>

/** In UTC both dates would be the same, under the same heading. */
const isUtc = (timezone: string): boolean => /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu)$/.test(timezone)

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

/** "31/01/2026 10:20:30", which an Italian spreadsheet reads as a date, of "2026-01-31 10:20:30". */
const italianDate = (local: string): string => {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+) (.+)$/.exec(local) ?? []
  return `${day}/${month}/${year} ${time}`
}

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

function italianCells(row: ListedTransaction, timezone: string): (string | null)[] {
  const settled = settledIn(row, timezone)
  return [
    row.transactionId,
    row.id,
    ...(isUtc(timezone) ? [] : [italianDate(localDateTime(row.createdAt, timezone))]),
    italianDate(localDateTime(row.createdAt, 'UTC')),
    row.customerName,
    row.customerEmail,
    printedDecimal(row.amount, Currency.parse(row.currency)).replace('.', ','),
    row.currency,
    italianMethods[row.paymentMethod],
    italianStatuses[row.status],
    row.failureReason,
    row.description,
    settled && italianDate(settled),
  ]
}

export function exportSheet(
  { layout = 'csv', language = 'en' }: Pick<ExportTransactions, 'layout' | 'language'>,
  timezone: string,
): Sheet {
  if (layout === 'excel-it') {
    return {
      head: csvLine(headings(words.it, timezone), ';'),
      line: (row) => csvLine(italianCells(row, timezone), ';'),
    }
  }
  return {
    head: csvLine(headings(words[language], timezone)),
    line: (row) => csvLine(plainCells(row, timezone)),
  }
}
