import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import {
  addDays,
  addMonths,
  type Day,
  type Month,
  startOfDayMs,
  toIso,
} from '#server/shared/day.ts'
import { earliestId } from '#server/shared/id.ts'
import { listPaymentDays, listRefundDays } from '../takings/takings.queries.ts'
import { linesOfEntries } from './month-entries.rules.ts'
import {
  daysOfMonth,
  firstDayOf,
  instantsOf,
  lineKeyBefore,
  type MonthReader,
  sumInSlices,
  sumOwnEntries,
  sumRecorded,
} from './month-entries.ts'
import {
  type KnownBefore,
  sumMonthsBefore,
  sumOpenDisputes,
  sumPaymentsKnown,
  sumPendingRefunds,
  sumRefundsKnown,
  sumUnsettled,
} from './month-sums.queries.ts'
import { sumFrozenTakings } from './months.queries.ts'
import { addUpLines, differenceOf, type MonthLine, sortLines } from './months.rules.ts'

/** Returns the payments and refunds of a month's own days as they are now, from the stored sums by day. */
export async function readTakings(
  { db, merchant, runInSlice }: MonthReader,
  month: Month,
): Promise<MonthLine[]> {
  const days = daysOfMonth(month)
  const span = { ...merchantCalendarOf(merchant), from: days[0] ?? '', to: days.at(-1) ?? '' }
  const lineOf = (
    section: 'gross' | 'refunds',
    sum: { day: string; currency: string; paymentMethod: string; count: number; amount: number },
  ): MonthLine => ({
    section,
    subject: month,
    day: sum.day,
    name: sum.paymentMethod,
    kind: '',
    currency: sum.currency,
    count: Number(sum.count),
    amount: Number(sum.amount),
  })
  const payments = await runInSlice(() => listPaymentDays(db, span))
  const refunds = await runInSlice(() => listRefundDays(db, span))
  return [
    ...payments.map((sum) => lineOf('gross', sum)),
    ...refunds.map((sum) => lineOf('refunds', sum)),
  ]
}

/** Returns the figures of a month's own days as they were known at the end of a day. */
export async function readLinesAsOf(
  reader: MonthReader,
  month: Month,
  asOf: Day,
): Promise<MonthLine[]> {
  const { db, merchant } = reader
  const endMs = startOfDayMs(addDays(asOf, 1), merchant.timezone)
  const known: KnownBefore = { at: toIso(endMs), id: earliestId('txn', endMs) }
  const lines: MonthLine[] = []
  for (const day of daysOfMonth(month)) {
    if (day > asOf) break
    const instants = instantsOf(merchant, day, addDays(day, 1))
    const common = { subject: month, day, kind: '' }
    const payments = await sumInSlices(reader, { table: 'transactions', instants }, (part) =>
      sumPaymentsKnown(db, part, known),
    )
    const refunds = await sumInSlices(reader, { table: 'refunds', instants }, (part) =>
      sumRefundsKnown(db, part, known),
    )
    lines.push(
      ...payments.map((sum) => ({ ...common, ...sum, section: 'gross' as const })),
      ...refunds.map((sum) => ({ ...common, ...sum, section: 'refunds' as const })),
    )
  }
  const entries = await sumOwnEntries(reader, month, { before: known.at })
  return sortLines([...addUpLines(lines), ...linesOfEntries(entries)])
}

/**
 * Returns the corrections of payments and refunds that the first open month contains: what the closed months have now
 * and did not have when they were closed.
 */
export async function readTakingsCorrections(
  { db, merchant, runInSlice }: MonthReader,
  month: Month,
): Promise<MonthLine[]> {
  const calendar = merchantCalendarOf(merchant)
  const common = { day: null, kind: '' }
  const current: MonthLine[] = []
  for (const section of ['gross', 'refunds'] as const) {
    const before = firstDayOf(month)
    const sums = await runInSlice(() => sumMonthsBefore(db, section, { ...calendar, before }))
    current.push(...sums.map((sum) => ({ ...sum, ...common, section })))
  }
  const frozen = await runInSlice(() => sumFrozenTakings(db, calendar))
  return differenceOf(current, frozen)
}

/**
 * Returns the figures of an open month as they are now. `closedAt` is the time at which the month before was closed:
 * the figures then contain the corrections of closed months, and the entries of closed months that were recorded since.
 */
export async function readOpenMonth(
  reader: MonthReader,
  month: Month,
  closedAt: string | null,
): Promise<MonthLine[]> {
  const ownLines = [
    ...(await readTakings(reader, month)),
    ...linesOfEntries(await sumOwnEntries(reader, month, {})),
  ]
  const open = await readOpenLines(reader, month)
  if (closedAt === null) return [...sortLines(ownLines), ...open]
  const lineKeyOf = lineKeyBefore(month, reader.merchant)
  const lateEntries = await sumRecorded(reader, { after: closedAt }, lineKeyOf)
  const corrections = [
    ...(await readTakingsCorrections(reader, month)),
    ...linesOfEntries(lateEntries),
  ]
  return [...sortLines(ownLines), ...open, ...sortLines(corrections)]
}

/** Returns what is open at the end of a month, as it is now. */
export async function readOpenLines(reader: MonthReader, month: Month): Promise<MonthLine[]> {
  const { db, merchant, runInSlice } = reader
  const merchantId = merchant.id
  const before = toIso(startOfDayMs(firstDayOf(addMonths(month, 1)), merchant.timezone))
  const common = { section: 'open' as const, subject: month, day: null, name: '' }
  const lines: MonthLine[] = []
  for (const day of daysOfMonth(month)) {
    const instants = instantsOf(merchant, day, addDays(day, 1))
    const sums = await sumInSlices(reader, { table: 'transactions', instants }, (part) =>
      sumUnsettled(db, part),
    )
    lines.push(...sums.map((sum) => ({ ...common, ...sum, kind: 'unsettled' })))
  }
  const disputes = await runInSlice(() => sumOpenDisputes(db, { merchantId, before }))
  const refunds = await runInSlice(() => sumPendingRefunds(db, { merchantId, before }))
  return sortLines(
    differenceOf(
      [
        ...lines,
        ...disputes.map((sum) => ({ ...common, ...sum })),
        ...refunds.map((sum) => ({ ...common, ...sum, kind: 'refund_pending' })),
      ],
      [],
    ),
  )
}
