import { localDateTime } from '../day.ts'
import { type ExportStyle, languageOfFile } from '../export-style.ts'
import { Currency, decimalFromMinor, type Minor, printedDecimal } from '../money/money.ts'
import { type PaymentMethod, paymentMethodNames } from '../money/payment-method.ts'
import { BYTE_ORDER_MARK, type Cell, csvLine, textCell } from './csv.ts'

/** Languages of headings, and of words such as the name of a status. */
export type SheetLanguage = 'en' | 'it'

/** A column of a file: its headings, and its cells for programs and for spreadsheets. */
export type SheetColumn<Row> = {
  en: string
  it: string
  plain: (row: Row, language: SheetLanguage) => Cell
  excel: (row: Row, language: SheetLanguage) => Cell
}

/** The text form of rows: the first line of the file, and the line of each row. */
export type Sheet<Row> = { head: string; line: (row: Row) => string }

/** Returns true for names of UTC: both columns would have the same dates and the same heading. */
const isUtc = (timezone: string): boolean => /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu)$/.test(timezone)

/** Returns a day, or a day with a time, as spreadsheets in a language read it: "31/01/2026 10:20:30" in Italian. */
export const excelDate = (local: string, language: SheetLanguage): string =>
  language === 'it' ? local.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1') : local

/** Returns a decimal text as spreadsheets in a language read it. */
export const excelDecimal = (text: string, language: SheetLanguage): string =>
  language === 'it' ? text.replace('.', ',') : text

const methodNames: Record<SheetLanguage, Record<PaymentMethod, string>> = {
  en: paymentMethodNames,
  it: { card: 'Carta di credito', paypal: 'PayPal', bank: 'Bonifico' },
}

/** Returns a payment method's name in a file's language. */
export const methodNameIn = (method: PaymentMethod, language: SheetLanguage): string =>
  methodNames[language][method]

type Headings = { en: string; it: string }

/**
 * Returns a column of unconverted values, of which a spreadsheet makes nothing else: counts, URLs, e-mail addresses, and
 * ids and codes that begin with letters.
 */
export const codeColumn = <Row>(
  headings: Headings,
  read: (row: Row) => string | null,
): SheetColumn<Row> => ({ ...headings, plain: read, excel: read })

/** Returns a column of free text, marked as text: a spreadsheet would change "007" or "1-2" into a number or a date. */
export const textColumn = <Row>(
  headings: Headings,
  read: (row: Row) => string | null,
): SheetColumn<Row> => ({ ...headings, plain: read, excel: (row) => textCell(read(row)) })

/** Returns a column of values that have names for people in each language. */
export const nameColumn = <Row, Value extends string>(
  headings: Headings,
  read: (row: Row) => Value,
  names: Record<SheetLanguage, Record<Value, string>>,
): SheetColumn<Row> => ({
  ...headings,
  plain: read,
  excel: (row, language) => names[language][read(row)],
})

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
    excel: (row, language) => {
      const text = local(row)
      return text && excelDate(text, language)
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

/** Returns the column of an amount in the row's currency. Amounts that left a balance are negative. */
export const moneyColumn = <Row extends { currency: string }>(
  headings: { en: string; it: string },
  read: (row: Row) => Minor | null,
): SheetColumn<Row> => ({
  ...headings,
  plain: (row) => {
    const minor = read(row)
    return minor === null ? null : { number: decimalFromMinor(minor) }
  },
  excel: (row, language) => {
    const minor = read(row)
    if (minor === null) return null
    const size = printedDecimal(Math.abs(minor), Currency.parse(row.currency))
    return { number: excelDecimal(minor < 0 ? `-${size}` : size, language) }
  },
})

/** Returns the columns of the amount and its currency. */
export const amountColumns = <
  Row extends { amount: Minor; currency: string },
>(): SheetColumn<Row>[] => [
  moneyColumn({ en: 'Amount', it: 'Importo' }, (row) => row.amount),
  codeColumn({ en: 'Currency', it: 'Valuta' }, (row) => row.currency),
]

/** Returns the column of the payment method's name. */
export const methodColumn = <Row extends { paymentMethod: PaymentMethod }>(): SheetColumn<Row> => ({
  en: 'Payment Method',
  it: 'Metodo di pagamento',
  plain: (row) => paymentMethodNames[row.paymentMethod],
  excel: (row, language) => methodNameIn(row.paymentMethod, language),
})

/** Returns the heading line, and the function that formats a row, for this layout and language. */
export function sheetOf<Row>(style: ExportStyle, columns: readonly SheetColumn<Row>[]): Sheet<Row> {
  const language = languageOfFile(style)
  const { layout = 'csv' } = style
  const separator = layout === 'excel-it' ? ';' : ','
  const form = layout === 'csv' ? 'plain' : 'excel'
  return {
    head: csvLine(
      columns.map((column) => column[language]),
      separator,
    ),
    line: (row) =>
      csvLine(
        columns.map((column) => column[form](row, language)),
        separator,
      ),
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
