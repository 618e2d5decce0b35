import type { MerchantCtx } from '#server/core/context.ts'
import { Currency, printedDecimal } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
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
  textColumn,
} from '#server/shared/text/sheet.ts'
import type { EntryType } from '../money/money-enums.schema.ts'
import type { MonthLine } from './months.rules.ts'
import type { ExportMonth, MonthSection, OpenItemKind } from './months.schema.ts'
import { readReport } from './read-months.ts'

/** A line of the file; a total adds up a section in one currency, without the corrections. */
type Line = MonthLine & { isTotal?: true; isCorrection: boolean }

const sectionNames: Record<SheetLanguage, Record<MonthSection, string>> = {
  en: {
    gross: 'Payments',
    refunds: 'Refunds',
    disputes: 'Disputes',
    fees: 'Fees',
    payouts: 'Payouts',
    other: 'Other entries',
    open: 'Open items',
  },
  it: {
    gross: 'Incassi',
    refunds: 'Rimborsi',
    disputes: 'Contestazioni',
    fees: 'Commissioni',
    payouts: 'Accrediti',
    other: 'Altri movimenti',
    open: 'Partite aperte',
  },
}

const kindNames: Record<SheetLanguage, Record<EntryType | OpenItemKind, string>> = {
  en: {
    charge: 'On payments',
    refund: 'On refunds',
    refund_failure: 'On failed refunds',
    dispute: 'On disputes',
    dispute_reversal: 'On disputes won',
    fee: 'Fee of the processor',
    payout: 'Paid out',
    payout_failure: 'Came back',
    transfer: 'Transfer',
    adjustment: 'Adjustment',
    other: 'Other',
    unsettled: 'Payments without a balance entry',
    needs_response: 'Disputes to answer',
    under_review: 'Disputes under review',
    refund_pending: 'Refunds under way',
  },
  it: {
    charge: 'Su incassi',
    refund: 'Su rimborsi',
    refund_failure: 'Su rimborsi non riusciti',
    dispute: 'Su contestazioni',
    dispute_reversal: 'Su contestazioni vinte',
    fee: 'Commissione del fornitore',
    payout: 'Accreditato',
    payout_failure: 'Tornato indietro',
    transfer: 'Trasferimento',
    adjustment: 'Rettifica',
    other: 'Altro',
    unsettled: 'Incassi senza movimento',
    needs_response: 'Contestazioni a cui rispondere',
    under_review: 'Contestazioni in esame',
    refund_pending: 'Rimborsi in corso',
  },
}

const words = {
  en: { total: 'Total', correction: 'Correction' },
  it: { total: 'Totale', correction: 'Rettifica' },
}

const isKind = (kind: string): kind is EntryType | OpenItemKind => kind in kindNames.en

const kindNameOf = ({ kind }: Line, language: SheetLanguage): string =>
  isKind(kind) ? kindNames[language][kind] : kind

function nameCell({ name }: Line, language: SheetLanguage): Cell {
  const method = PaymentMethod.safeParse(name).data
  return method ? methodNameIn(method, language) : name
}

const printed = ({ amount, currency }: Line): string =>
  printedDecimal(amount, Currency.parse(currency))

const stateCell = ({ isTotal, isCorrection }: Line, language: SheetLanguage): Cell =>
  isTotal ? words[language].total : isCorrection ? words[language].correction : ''

/** Returns a column whose cells are the same in a plain file and in a file for Excel. */
const columnOfBoth = (
  headings: { en: string; it: string },
  cell: (line: Line, language: SheetLanguage) => Cell,
): SheetColumn<Line> => ({ ...headings, plain: cell, excel: cell })

const columns: SheetColumn<Line>[] = [
  {
    en: 'Section',
    it: 'Sezione',
    plain: ({ section }) => section,
    excel: ({ section }, language) => sectionNames[language][section],
  },
  columnOfBoth({ en: 'Line', it: 'Riga' }, stateCell),
  textColumn({ en: 'Month', it: 'Mese' }, (line) => line.subject),
  {
    en: 'Day',
    it: 'Giorno',
    plain: ({ day }) => day,
    excel: ({ day }, language) => day && excelDate(day, language),
  },
  {
    en: 'Method or processor',
    it: 'Metodo o fornitore',
    plain: ({ name }) => name,
    excel: nameCell,
  },
  {
    en: 'Kind',
    it: 'Tipo',
    plain: ({ kind }) => kind,
    excel: kindNameOf,
  },
  codeColumn({ en: 'Currency', it: 'Valuta' }, (line) => line.currency),
  codeColumn({ en: 'Number', it: 'Numero' }, (line) => String(line.count)),
  {
    en: 'Amount',
    it: 'Importo',
    plain: (line) => ({ number: printed(line) }),
    excel: (line, language) => ({ number: excelDecimal(printed(line), language) }),
  },
]

/** Returns a total for each section and currency, in the order of the lines. */
function totalsOf(lines: readonly Line[]): Line[] {
  const totals = new Map<string, Line>()
  for (const line of lines) {
    if (line.isCorrection) continue
    const key = `${line.section} ${line.currency}`
    const before = totals.get(key)
    totals.set(key, {
      ...line,
      day: null,
      name: '',
      kind: '',
      isTotal: true,
      count: (before?.count ?? 0) + line.count,
      amount: (before?.amount ?? 0) + line.amount,
    })
  }
  return [...totals.values()]
}

/** Yields a CSV of a month's figures, and a total for each section and currency. */
export function exportMonth(
  ctx: Pick<MerchantCtx, 'db' | 'merchant' | 'now'>,
  input: ExportMonth,
): AsyncGenerator<string> {
  async function* batches(): AsyncGenerator<Line[]> {
    const { lines } = await readReport(ctx, input)
    const marked = lines.map((line) => ({ ...line, isCorrection: line.subject !== input.month }))
    yield [...marked, ...totalsOf(marked)]
  }
  return csvOf(sheetOf(input, columns), batches())
}
