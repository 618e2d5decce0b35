import type { ExportStyle } from '../export-style.ts'
import type { PaymentMethod } from '../money/payment-method.ts'
import { BYTE_ORDER_MARK, type Cell, csvLine } from './csv.ts'

type Cells = Cell[]

/** How rows are written into a file: its first line, and the line of each row. */
export type Sheet<Row> = { head: string; line: (row: Row) => string }

/** In UTC both dates would be the same, under the same heading. */
export const isUtc = (timezone: string): boolean =>
  /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu)$/.test(timezone)

/** "31/01/2026 10:20:30", which an Italian spreadsheet reads as a date, of "2026-01-31 10:20:30". */
export const italianDate = (local: string): string => {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+) (.+)$/.exec(local) ?? []
  return `${day}/${month}/${year} ${time}`
}

export const italianMethods = {
  card: 'Carta di credito',
  paypal: 'PayPal',
  bank: 'Bonifico',
} satisfies Record<PaymentMethod, string>

export function sheetOf<Row>(
  { layout = 'csv', language = 'en' }: ExportStyle,
  {
    headings,
    plain,
    italian,
  }: {
    headings: Record<'en' | 'it', string[]>
    plain: (row: Row) => Cells
    italian: (row: Row) => Cells
  },
): Sheet<Row> {
  if (layout === 'excel-it') {
    return { head: csvLine(headings.it, ';'), line: (row) => csvLine(italian(row), ';') }
  }
  return { head: csvLine(headings[language]), line: (row) => csvLine(plain(row)) }
}

/** The file, as its rows come. Its head is sent with the first: what fails before can still be answered so. */
export async function* csvOf<Row>(
  sheet: Sheet<Row>,
  handfuls: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let head = BYTE_ORDER_MARK + sheet.head
  for await (const rows of handfuls) {
    yield head + rows.map(sheet.line).join('')
    head = ''
  }
  if (head) yield head
}
