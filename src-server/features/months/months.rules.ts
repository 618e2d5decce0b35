import { createHash } from 'node:crypto'
import type { ClosedMonthRow } from '#db/tables/month-tables.ts'
import { sortCurrencies } from '#server/shared/money/currencies.ts'
import { Currency, decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { EntryType } from '../money/money-enums.schema.ts'
import {
  type Correction,
  MonthSection,
  type MonthTakings,
  type MonthTotal,
  type OpenItem,
  OpenItemKind,
} from './months.schema.ts'

/**
 * A figure of a month: a sum by day, name and kind. `subject` is the month that the figure is about: in a
 * correction, an earlier month. `name` is a payment method or a processor.
 */
export type MonthLine = {
  section: MonthSection
  subject: string
  day: string | null
  name: string
  kind: string
  currency: string
  count: number
  amount: Minor
}

const fieldsOf = ({ section, subject, day, name, kind, currency, count, amount }: MonthLine) => [
  section,
  subject,
  day,
  name,
  kind,
  currency,
  count,
  amount,
]

type ClosedHead = Pick<ClosedMonthRow, 'merchantId' | 'month' | 'timezone' | 'closedAt' | 'taxes'>

/**
 * Returns the SHA-256 of a closed month in its canonical form: one JSON array for each line, the month itself first,
 * separated by line feeds. Amounts are whole hundredths.
 */
export function hashOfMonth(head: ClosedHead, lines: readonly MonthLine[]): string {
  const first = [head.merchantId, head.month, head.timezone, head.closedAt, head.taxes]
  const text = [first, ...lines.map(fieldsOf)].map((each) => JSON.stringify(each)).join('\n')
  return createHash('sha256').update(text).digest('hex')
}

const isEmpty = ({ count, amount }: MonthLine): boolean => count === 0 && amount === 0

/** Returns the lines with figures, in the order in which they are stored. */
export const sortLines = (lines: readonly MonthLine[]): MonthLine[] =>
  lines
    .filter((line) => !isEmpty(line))
    .map((line) => ({ line, key: sortKeyOf(line) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ line }) => line)

const sortKeyOf = (line: MonthLine): string =>
  [
    line.subject,
    MonthSection.options.indexOf(line.section),
    line.day ?? '',
    line.name,
    line.kind,
    line.currency,
  ].join('\n')

/** Adds up the lines that differ in their numbers only. */
export function addUpLines(lines: readonly MonthLine[]): MonthLine[] {
  const sums = new Map<string, MonthLine>()
  for (const line of lines) {
    const { count = 0, amount = 0 } = sums.get(sortKeyOf(line)) ?? {}
    sums.set(sortKeyOf(line), { ...line, count: count + line.count, amount: amount + line.amount })
  }
  return [...sums.values()]
}

const keyOf = ({ subject, section, name, kind, currency }: MonthLine): string =>
  [subject, section, name, kind, currency].join('\n')

/**
 * Subtracts the lines `subtracted` from the first lines, whatever their days. Leaves out lines whose figures are all 0.
 */
export function differenceOf(
  lines: readonly MonthLine[],
  subtracted: readonly MonthLine[],
): MonthLine[] {
  const difference = new Map<string, MonthLine>()
  const add = (line: MonthLine, sign: 1 | -1) => {
    const before = difference.get(keyOf(line))
    difference.set(keyOf(line), {
      ...line,
      day: null,
      count: (before?.count ?? 0) + sign * line.count,
      amount: (before?.amount ?? 0) + sign * line.amount,
    })
  }
  for (const line of lines) add(line, 1)
  for (const line of subtracted) add(line, -1)
  return [...difference.values()].filter((line) => !isEmpty(line))
}

const takingsSections: ReadonlySet<MonthSection> = new Set(['gross', 'refunds', 'disputes'])

type Sums = { gross: Minor; refunds: Minor; disputes: Minor; count: number }

const noSums: Sums = { gross: 0, refunds: 0, disputes: 0, count: 0 }

/** Adds up the lines of payments, refunds and disputes by a key. */
function sumBy(
  lines: readonly MonthLine[],
  key: (line: MonthLine) => string,
): { line: MonthLine; sums: Sums }[] {
  const groups = new Map<string, { line: MonthLine; sums: Sums }>()
  for (const line of lines) {
    const { section, amount, count } = line
    if (section !== 'gross' && section !== 'refunds' && section !== 'disputes') continue
    const before = groups.get(key(line))?.sums ?? noSums
    const sums = {
      ...before,
      [section]: before[section] + amount,
      count: before.count + (section === 'gross' ? count : 0),
    }
    groups.set(key(line), { line, sums })
  }
  return [...groups.values()]
}

const decimalsOf = (currency: string, { gross, refunds, disputes, count }: Sums): MonthTotal => ({
  currency: Currency.parse(currency),
  gross: decimalFromMinor(gross),
  refunded: decimalFromMinor(refunds),
  disputed: decimalFromMinor(disputes),
  net: decimalFromMinor(gross - refunds - disputes),
  count,
})

/** Returns the takings by day, method and currency. */
export const takingsOf = (lines: readonly MonthLine[]): MonthTakings[] =>
  sumBy(lines, ({ day, name, currency }) => [day, name, currency].join('\n')).map(
    ({ line, sums }) => ({
      day: line.day ?? '',
      paymentMethod: PaymentMethod.safeParse(line.name).data ?? null,
      ...decimalsOf(line.currency, sums),
    }),
  )

/** Returns the totals of the takings, in the usual order of currencies. */
export function totalsOf(lines: readonly MonthLine[]): MonthTotal[] {
  const totals = new Map(
    sumBy(lines, ({ currency }) => currency).map(({ line, sums }) => [
      Currency.parse(line.currency),
      decimalsOf(line.currency, sums),
    ]),
  )
  return sortCurrencies(totals.keys()).flatMap((currency) => totals.get(currency) ?? [])
}

/** Returns the figures that a line of any section has in the API. */
export const figuresOf = ({ currency, count, amount }: MonthLine) => ({
  currency: Currency.parse(currency),
  count,
  amount: decimalFromMinor(amount),
})

/** Returns the lines of one section by processor and type of entry. */
export const byProcessor = (lines: readonly MonthLine[], section: MonthSection) =>
  lines
    .filter((line) => line.section === section)
    .map((line) => ({
      processor: line.name,
      type: EntryType.parse(line.kind),
      ...figuresOf(line),
    }))

export const payoutsOf = (lines: readonly MonthLine[]) =>
  lines
    .filter(({ section }) => section === 'payouts')
    .map((line) => ({
      day: line.day ?? '',
      processor: line.name,
      type: EntryType.parse(line.kind),
      ...figuresOf(line),
    }))

export const openItemsOf = (lines: readonly MonthLine[]): OpenItem[] =>
  lines
    .filter(({ section }) => section === 'open')
    .map((line) => ({ kind: OpenItemKind.parse(line.kind), ...figuresOf(line) }))

export const correctionOf = (line: MonthLine): Correction => ({
  month: line.subject,
  section: line.section,
  name: line.name,
  kind: line.kind,
  ...figuresOf(line),
})

/** Returns whether a line belongs to the takings by day: payments, refunds and disputes. */
export const isTaking = ({ section }: MonthLine): boolean => takingsSections.has(section)
