import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import {
  addDays,
  addMonths,
  type Day,
  localMoment,
  type Month,
  startOfDayMs,
  toIso,
} from '#server/shared/day.ts'
import { earliestId } from '#server/shared/id.ts'
import { listPaymentDays, listRefundDays } from '../takings/takings.queries.ts'
import {
  type EntrySum,
  findEarliestLate,
  type Instants,
  type KnownBefore,
  type RecordingSpan,
  sumDisputesOf,
  sumEntriesOf,
  sumMonthsBefore,
  sumOpenDisputes,
  sumPaymentsKnown,
  sumPendingRefunds,
  sumRefundsKnown,
  sumUnsettled,
} from './month-sums.queries.ts'
import { sumFrozenTakings } from './months.queries.ts'
import { differenceOf, type MonthLine, sortLines } from './months.rules.ts'

/** Runs one query of many; between two, other requests are served. Inside a transaction they run without a pause. */
export type RunInSlice = <T>(read: () => Promise<T>) => Promise<T>

export const withoutPause: RunInSlice = (read) => read()

export type MonthReader = Pick<World, 'db'> & { merchant: ActingMerchant; runInSlice: RunInSlice }

export const firstDayOf = (month: Month): Day => `${month}-01`

export const instantsOf = ({ id, timezone }: ActingMerchant, first: Day, after: Day): Instants => ({
  merchantId: id,
  from: toIso(startOfDayMs(first, timezone)),
  to: toIso(startOfDayMs(after, timezone)),
})

export const daysOfMonth = (month: Month): Day[] => {
  const next = firstDayOf(addMonths(month, 1))
  const days: Day[] = []
  for (let day = firstDayOf(month); day < next; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns the figures of a month's own days as they are now. `recorded` limits the balance entries. */
export async function readOwnLines(
  reader: MonthReader,
  month: Month,
  recorded: RecordingSpan,
): Promise<MonthLine[]> {
  const { db, merchant, runInSlice } = reader
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
  return sortLines([
    ...payments.map((sum) => lineOf('gross', sum)),
    ...refunds.map((sum) => lineOf('refunds', sum)),
    ...(await readEntryLines(reader, month, recorded)),
  ])
}

/** Returns the figures of a month's own days as they were known at the end of a day. */
export async function readLinesKnown(
  reader: MonthReader,
  month: Month,
  asOf: Day,
): Promise<MonthLine[]> {
  const { db, merchant, runInSlice } = reader
  const endMs = startOfDayMs(addDays(asOf, 1), merchant.timezone)
  const known: KnownBefore = { at: toIso(endMs), id: earliestId('txn', endMs) }
  const lines: MonthLine[] = []
  for (const day of daysOfMonth(month)) {
    if (day > asOf) break
    const instants = instantsOf(merchant, day, addDays(day, 1))
    const common = { subject: month, day, kind: '' }
    const payments = await runInSlice(() => sumPaymentsKnown(db, instants, known))
    const refunds = await runInSlice(() => sumRefundsKnown(db, instants, known))
    lines.push(
      ...payments.map((sum) => ({ ...common, ...sum, section: 'gross' as const })),
      ...refunds.map((sum) => ({ ...common, ...sum, section: 'refunds' as const })),
    )
  }
  return sortLines([...lines, ...(await readEntryLines(reader, month, { before: known.at }))])
}

async function readEntryLines(
  { db, merchant, runInSlice }: MonthReader,
  month: Month,
  recorded: RecordingSpan,
): Promise<MonthLine[]> {
  const lines: MonthLine[] = []
  for (const day of daysOfMonth(month)) {
    const instants = instantsOf(merchant, day, addDays(day, 1))
    const sums = await runInSlice(() => sumEntriesOf(db, instants, recorded))
    lines.push(...sums.flatMap((sum) => linesOfSum(sum, { subject: month, day })))
    if (sums.some(({ type }) => type.startsWith('dispute'))) {
      const disputes = await runInSlice(() => sumDisputesOf(db, instants, recorded))
      lines.push(...disputes.map((sum) => disputeLine(sum, { subject: month, day })))
    }
  }
  return mergeDays(lines)
}

type LineKey = Pick<MonthLine, 'subject' | 'day'>

const disputeLine = (
  sum: Pick<MonthLine, 'name' | 'currency' | 'count' | 'amount'>,
  lineKey: LineKey,
): MonthLine => ({ ...sum, ...lineKey, section: 'disputes', kind: '' })

const payoutTypes: ReadonlySet<string> = new Set(['payout', 'payout_failure'])
/** Types whose amounts are in the takings, or a cost. */
const knownTypes: ReadonlySet<string> = new Set([
  'charge',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
  'fee',
  ...payoutTypes,
])

/** Returns the lines of a sum of entries: its cost, and its amount where payments and disputes do not contain it. */
function linesOfSum(sum: EntrySum, lineKey: LineKey): MonthLine[] {
  const { type, processor: name, currency, count, costCount, amount, fee } = sum
  const common = { ...lineKey, name, kind: type, currency, count }
  const cost = type === 'fee' ? fee - amount : fee
  return [
    ...(cost === 0
      ? []
      : [{ ...common, section: 'fees' as const, count: costCount, amount: cost }]),
    ...(payoutTypes.has(type) ? [{ ...common, section: 'payouts' as const, amount: -amount }] : []),
    ...(knownTypes.has(type) ? [] : [{ ...common, section: 'other' as const, amount }]),
  ]
}

/** Adds up costs and other entries over the month; takings and payouts stay by day. */
function mergeDays(lines: readonly MonthLine[]): MonthLine[] {
  const isByMonth = ({ section }: MonthLine) => section === 'fees' || section === 'other'
  return [...lines.filter((line) => !isByMonth(line)), ...differenceOf(lines.filter(isByMonth), [])]
}

/**
 * Returns the corrections that the first open month contains: what is known about closed months now and was not when
 * they were closed. Payments and refunds are compared with the frozen ones; entries tell when they were recorded.
 */
export async function readCorrections(
  reader: MonthReader,
  month: Month,
  closedAt: string,
  { before }: Pick<RecordingSpan, 'before'>,
): Promise<MonthLine[]> {
  const { db, merchant, runInSlice } = reader
  const calendar = merchantCalendarOf(merchant)
  const day = firstDayOf(month)
  const common = { day: null, kind: '' }
  const current: MonthLine[] = []
  for (const section of ['gross', 'refunds'] as const) {
    const sums = await runInSlice(() => sumMonthsBefore(db, section, { ...calendar, before: day }))
    current.push(...sums.map((sum) => ({ ...sum, ...common, section })))
  }
  const frozen = await runInSlice(() => sumFrozenTakings(db, calendar))
  return sortLines([
    ...differenceOf(current, frozen),
    ...(await readLateEntries(reader, month, { after: closedAt, before })),
  ])
}

async function readLateEntries(
  { db, merchant, runInSlice }: MonthReader,
  month: Month,
  recorded: { after: string; before: string | undefined },
): Promise<MonthLine[]> {
  const { id: merchantId, timezone } = merchant
  const start = toIso(startOfDayMs(firstDayOf(month), timezone))
  const search = { merchantId, before: start, after: recorded.after }
  const earliest = await runInSlice(() => findEarliestLate(db, search))
  if (earliest === undefined) return []
  const lines: MonthLine[] = []
  let subject = localMoment(Date.parse(earliest), timezone).month
  for (; subject < month; subject = addMonths(subject, 1)) {
    const instants = instantsOf(merchant, firstDayOf(subject), firstDayOf(addMonths(subject, 1)))
    const lineKey = { subject, day: null }
    const sums = await runInSlice(() => sumEntriesOf(db, instants, recorded))
    const disputes = await runInSlice(() => sumDisputesOf(db, instants, recorded))
    lines.push(
      ...sums.flatMap((sum) => linesOfSum(sum, lineKey)),
      ...disputes.map((sum) => disputeLine(sum, lineKey)),
    )
  }
  return lines
}

/** Returns what is open at the end of a month, as it is now. */
export async function readOpenLines(
  { db, merchant, runInSlice }: MonthReader,
  month: Month,
): Promise<MonthLine[]> {
  const merchantId = merchant.id
  const before = toIso(startOfDayMs(firstDayOf(addMonths(month, 1)), merchant.timezone))
  const common = { section: 'open' as const, subject: month, day: null, name: '' }
  const lines: MonthLine[] = []
  for (const day of daysOfMonth(month)) {
    const instants = instantsOf(merchant, day, addDays(day, 1))
    const sums = await runInSlice(() => sumUnsettled(db, instants))
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
