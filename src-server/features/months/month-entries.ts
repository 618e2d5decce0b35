import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { ReadSize } from '#server/core/range-reads.ts'
import {
  addDays,
  addMonths,
  type Day,
  localMoment,
  type Month,
  startOfDayMs,
  toIso,
} from '#server/shared/day.ts'
import {
  listRecorded,
  type RecordedBefore,
  type RecordedEntry,
  type Recordings,
  sumDisputesOf,
  sumEntriesOf,
} from './month-entries.queries.ts'
import { type LineKey, type LineSums, sumRows } from './month-entries.rules.ts'
import { findInstantAfter, type Instants, type SummedTable } from './month-sums.queries.ts'

/** Runs one query of a series. Between two queries the server serves other requests, except inside a transaction. */
export type RunInSlice = <T>(read: () => Promise<T>) => Promise<T>

/** Runs a query without yielding to other requests: inside a transaction, a pause would prolong the locks. */
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

/**
 * Adds up the rows of a span in slices. Returns the sums of all slices; several slices can have sums of the same key.
 */
export async function sumInSlices<Sum>(
  { db, runInSlice }: MonthReader,
  { table, instants }: { table: SummedTable; instants: Instants },
  sum: (part: Instants) => Promise<Sum[]>,
): Promise<Sum[]> {
  const sums: Sum[] = []
  const readSize = new ReadSize()
  let from: string | undefined = instants.from
  while (from !== undefined) {
    const rest: Instants = { ...instants, from }
    from = await runInSlice(async () => {
      const beganMs = performance.now()
      const next = await findInstantAfter(db, table, rest, readSize.rows)
      sums.push(...(await sum({ ...rest, to: next ?? instants.to })))
      readSize.adapt(performance.now() - beganMs)
      return next
    })
  }
  return sums
}

async function sumLine(
  reader: MonthReader,
  { lineKey, instants }: { lineKey: LineKey; instants: Instants },
  recorded: RecordedBefore,
): Promise<LineSums> {
  const { db, runInSlice } = reader
  const entries = await sumInSlices(reader, { table: 'balanceEntries', instants }, (part) =>
    sumEntriesOf(db, part, recorded),
  )
  const hasDisputes = entries.some(({ type }) => type.startsWith('dispute'))
  const disputes = hasDisputes ? await runInSlice(() => sumDisputesOf(db, instants, recorded)) : []
  return { lineKey, entries, disputes }
}

/** Sums the entries of a month's own days. */
export async function sumOwnEntries(
  reader: MonthReader,
  month: Month,
  recorded: RecordedBefore,
): Promise<LineSums[]> {
  const sums: LineSums[] = []
  for (const day of daysOfMonth(month)) {
    const instants = instantsOf(reader.merchant, day, addDays(day, 1))
    sums.push(await sumLine(reader, { lineKey: { subject: month, day }, instants }, recorded))
  }
  return sums
}

const RECORDED_PER_SLICE = 2000

/**
 * Sums the entries that were recorded in a span. Reads only these entries, so that a few late entries about a long past
 * cost little. `lineKeyOf` returns the key of an entry's lines, or undefined for an entry to leave out.
 */
export async function sumRecorded(
  { db, merchant, runInSlice }: MonthReader,
  recorded: Recordings,
  lineKeyOf: (createdAt: string) => LineKey | undefined,
): Promise<LineSums[]> {
  const search = { ...recorded, merchantId: merchant.id }
  const sums: LineSums[] = []
  let last: RecordedEntry | undefined
  for (let isMore = true; isMore; ) {
    const rows = await runInSlice(() =>
      listRecorded(db, search, { last, limit: RECORDED_PER_SLICE }),
    )
    sums.push(...sumRows(rows, lineKeyOf))
    last = rows.at(-1)
    isMore = rows.length === RECORDED_PER_SLICE
  }
  return sums
}

/**
 * Returns a function from the time of an entry to the key of its lines in the corrections that `month` contains: the
 * entry's own month, when that is earlier.
 */
export const lineKeyBefore = (month: Month, { timezone }: ActingMerchant) => {
  const start = toIso(startOfDayMs(firstDayOf(month), timezone))
  return (createdAt: string): LineKey | undefined =>
    createdAt < start
      ? { subject: localMoment(Date.parse(createdAt), timezone).month, day: null }
      : undefined
}

/**
 * Returns a function from the time of an entry to the key of its lines in `month`: its day, when that is in the month.
 */
export const lineKeyWithin = (month: Month, merchant: ActingMerchant) => {
  const { from, to } = instantsOf(merchant, firstDayOf(month), firstDayOf(addMonths(month, 1)))
  return (createdAt: string): LineKey | undefined =>
    createdAt >= from && createdAt < to
      ? { subject: month, day: localMoment(Date.parse(createdAt), merchant.timezone).day }
      : undefined
}
