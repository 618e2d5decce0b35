import { localDateTime } from '../day.ts'
import type { ExportStyle } from '../export-style.ts'
import { Currency, decimalFromMinor, type Minor, printedDecimal } from '../money/money.ts'
import { type PaymentMethod, paymentMethodNames } from '../money/payment-method.ts'
import { BYTE_ORDER_MARK, type Cell, csvLine, textCell } from './csv.ts'

/** A column of a file: its headings, and its cells for programs and for Italian spreadsheets. */
export type SheetColumn<Row> = {
  en: string
  it: string
  plain: (row: Row) => string | null
  italian: (row: Row) => Cell
}

/** The text form of rows: the first line of the file, and the line of each row. */
export type Sheet<Row> = { head: string; line: (row: Row) => string }

/** Returns true for names of UTC: both columns would have the same dates and the same heading. */
const isUtc = (timezone: string): boolean => /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu)$/.test(timezone)

/** Converts "2026-01-31 10:20:30" to "31/01/2026 10:20:30", which Italian spreadsheets read as a date. */
const italianDate = (local: string): string => {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+) (.+)$/.exec(local) ?? []
  return `${day}/${month}/${year} ${time}`
}

const italianMethods = {
  card: 'Carta di credito',
  paypal: 'PayPal',
  bank: 'Bonifico',
} satisfies Record<PaymentMethod, string>

type Headings = { en: string; it: string }

/** Returns a column of unconverted values: ids, references and codes. */
export const codeColumn = <Row>(
  headings: Headings,
  read: (row: Row) => string | null,
): SheetColumn<Row> => ({ ...headings, plain: read, italian: read })

/** Returns a column of free text, which an Italian spreadsheet must not read as a number or a date. */
export const textColumn = <Row>(
  headings: Headings,
  read: (row: Row) => string | null,
): SheetColumn<Row> => ({ ...headings, plain: read, italian: (row) => textCell(read(row)) })

/** Returns a column of values that have Italian names. */
export const nameColumn = <Row, Value extends string>(
  headings: Headings,
  read: (row: Row) => Value,
  italian: Record<Value, string>,
): SheetColumn<Row> => ({ ...headings, plain: read, italian: (row) => italian[read(row)] })

/** Returns a column of instants in a time zone, which the heading names. */
export const momentColumn = <Row>(
  { en, it }: Headings,
  read: (row: Row) => string | null,
  timezone: string,
): SheetColumn<Row> => {
  const local = (row: Row) => {
    const at = read(row)
    return at && localDateTime(at, timezone)
  }
  return {
    en: `${en} (${timezone})`,
    it: `${it} (${timezone})`,
    plain: local,
    italian: (row) => {
      const text = local(row)
      return text && italianDate(text)
    },
  }
}

/** Returns columns of an instant in the merchant's time zone and in UTC, or one column when both are the same. */
export const instantColumns = <Row>(
  headings: Headings,
  read: (row: Row) => string,
  timezone: string,
): SheetColumn<Row>[] => [
  ...(isUtc(timezone) ? [] : [momentColumn(headings, read, timezone)]),
  { ...momentColumn(headings, read, 'UTC'), plain: read },
]

/** Returns the columns of the amount and its currency. */
export const amountColumns = <
  Row extends { amount: Minor; currency: string },
>(): SheetColumn<Row>[] => [
  {
    en: 'Amount',
    it: 'Importo',
    plain: (row) => decimalFromMinor(row.amount),
    italian: (row) => printedDecimal(row.amount, Currency.parse(row.currency)).replace('.', ','),
  },
  codeColumn({ en: 'Currency', it: 'Valuta' }, (row) => row.currency),
]

/** Returns the column of the payment method's name. */
export const methodColumn = <Row extends { paymentMethod: PaymentMethod }>(): SheetColumn<Row> => ({
  en: 'Payment Method',
  it: 'Metodo di pagamento',
  plain: (row) => paymentMethodNames[row.paymentMethod],
  italian: (row) => italianMethods[row.paymentMethod],
})

/** Returns the heading line, and the function that formats a row, for this layout and language. */
export function sheetOf<Row>(
  { layout = 'csv', language = 'en' }: ExportStyle,
  columns: readonly SheetColumn<Row>[],
): Sheet<Row> {
  if (layout === 'excel-it') {
    return {
      head: csvLine(
        columns.map(({ it }) => it),
        ';',
      ),
      line: (row) =>
        csvLine(
          columns.map(({ italian }) => italian(row)),
          ';',
        ),
    }
  }
  return {
    head: csvLine(columns.map((column) => column[language])),
    line: (row) => csvLine(columns.map(({ plain }) => plain(row))),
  }
}

/**
 * Yields the file while its rows arrive. The first line is sent with the first rows: an earlier error can still set the
 * response's status.
 */
export async function* csvOf<Row>(
  sheet: Sheet<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let head = BYTE_ORDER_MARK + sheet.head
  for await (const rows of batches) {
    yield head + rows.map(sheet.line).join('')
    head = ''
  }
  if (head) yield head
}
