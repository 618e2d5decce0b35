import type { MerchantCtx } from '#server/core/context.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { addDays, addMonths, monthOf } from '#server/shared/day.ts'
import { type Minor, printedDecimal } from '#server/shared/money/money.ts'
import type { Cell } from '#server/shared/text/csv.ts'
import {
  codeColumn,
  csvOf,
  excelDate,
  excelDecimal,
  methodNameIn,
  type SheetColumn,
  type SheetLanguage,
  sheetOf,
} from '#server/shared/text/sheet.ts'
import { readDays } from './read-takings.ts'
import { findTakingsSpan } from './takings.queries.ts'
import { addToTotals, type DayTakings, netOf, type TakingsSums } from './takings.rules.ts'
import type { ExportTakings } from './takings.schema.ts'

/** The takings of a day by one method, or the total of a currency. */
type Line = DayTakings | (TakingsSums & { isTotal: true })

const totalNames: Record<SheetLanguage, string> = { en: 'Total', it: 'Totale' }

/** A column of amounts, written as in their currency: yen have no decimals. Nets can be negative. */
function amountColumn(
  headings: { en: string; it: string },
  read: (line: Line) => Minor,
): SheetColumn<Line> {
  const text = (line: Line) => printedDecimal(read(line), line.currency)
  return {
    ...headings,
    plain: (line) => ({ number: text(line) }),
    excel: (line, language) => ({ number: excelDecimal(text(line), language) }),
  }
}

function dayCell(line: Line, language: SheetLanguage): Cell {
  return 'isTotal' in line ? totalNames[language] : excelDate(line.day, language)
}

const methodCell = (line: Line, language: SheetLanguage): Cell =>
  'isTotal' in line ? null : methodNameIn(line.paymentMethod, language)

const sheetColumns = (timezone: string): SheetColumn<Line>[] => [
  {
    en: `Date (${timezone})`,
    it: `Data (${timezone})`,
    plain: (line, language) => ('isTotal' in line ? totalNames[language] : line.day),
    excel: dayCell,
  },
  { en: 'Payment Method', it: 'Metodo di pagamento', plain: methodCell, excel: methodCell },
  codeColumn({ en: 'Currency', it: 'Valuta' }, (line) => line.currency),
  amountColumn({ en: 'Gross', it: 'Lordo' }, (line) => line.gross),
  amountColumn(
    { en: 'Refunds (by day of refund)', it: 'Rimborsi (nel giorno del rimborso)' },
    (line) => line.refunded,
  ),
  amountColumn({ en: 'Net', it: 'Netto' }, netOf),
  codeColumn({ en: 'Payments', it: 'Pagamenti' }, (line) => String(line.count)),
]

/**
 * Yields a CSV of the takings by day, month by month, and one total line for each currency. The totals add up the lines
 * that were sent, so the file agrees with itself while payments arrive.
 */
export function exportTakings(ctx: MerchantCtx, input: ExportTakings): AsyncGenerator<string> {
  async function* lines(): AsyncGenerator<Line[]> {
    let totals: TakingsSums[] = []
    for await (const days of takingsByMonth(ctx, input)) {
      totals = addToTotals(totals, days)
      if (days.length > 0) yield days
    }
    yield totals.map((total) => ({ ...total, isTotal: true }))
  }
  return csvOf(sheetOf(input, sheetColumns(ctx.merchant.timezone)), lines())
}

/** Yields the takings of each month; a month has at most 31 lines for each method and currency. */
async function* takingsByMonth(
  { db, merchant }: MerchantCtx,
  { from, to, currency }: ExportTakings,
): AsyncGenerator<DayTakings[]> {
  const calendar = merchantCalendarOf(merchant)
  const span = await readInSlice(() => findTakingsSpan(db, calendar))
  if (!span) return
  const last = to !== undefined && to < span.to ? to : span.to
  let first = from !== undefined && from > span.from ? from : span.from
  while (first <= last) {
    const next = `${addMonths(monthOf(first), 1)}-01`
    const monthEnd = addDays(next, -1)
    const days = { from: first, to: monthEnd < last ? monthEnd : last }
    yield await readInSlice(() => readDays(db, { ...calendar, ...days, currency }))
    first = next
  }
}
