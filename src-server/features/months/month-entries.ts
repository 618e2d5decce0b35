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
  type RecordedEntry,
  type RecordingSpan,
  type Recordings,
  sumDisputesOf,
  sumEntriesOf,
} from './month-entries.queries.ts'
import { keyOfPlace, type Place, type PlaceSums } from './month-entries.rules.ts'
import { findInstantAfter, type Instants, type SummedTable } from './month-sums.queries.ts'

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

/** Adds up the rows of some time in pieces. Returns the sums of all pieces, which can have the same keys. */
export async function sumInParts<Sum>(
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

async function sumPlace(
  reader: MonthReader,
  { place, instants }: { place: Place; instants: Instants },
  recorded: RecordingSpan,
): Promise<PlaceSums> {
  const { db, runInSlice } = reader
  const entries = await sumInParts(reader, { table: 'balanceEntries', instants }, (part) =>
    sumEntriesOf(db, part, recorded),
  )
  const hasDisputes = entries.some(({ type }) => type.startsWith('dispute'))
  const disputes = hasDisputes ? await runInSlice(() => sumDisputesOf(db, instants, recorded)) : []
  return { place, entries, disputes }
}

/** Sums the entries of a month's own days. */
export async function sumOwnEntries(
  reader: MonthReader,
  month: Month,
  recorded: RecordingSpan,
): Promise<PlaceSums[]> {
  const sums: PlaceSums[] = []
  for (const day of daysOfMonth(month)) {
    const instants = instantsOf(reader.merchant, day, addDays(day, 1))
    sums.push(await sumPlace(reader, { place: { subject: month, day }, instants }, recorded))
  }
  return sums
}

const RECORDED_PER_PIECE = 2000

/**
 * Sums the entries of some recordings. Only the times at which such entries were created are read, so that a few
 * entries of long ago cost little. `placeOf` returns the place of an instant; undefined for entries to leave out.
 */
export async function sumRecorded(
  reader: MonthReader,
  recorded: Recordings,
  placeOf: (createdAt: string) => Place | undefined,
): Promise<PlaceSums[]> {
  const merchantId = reader.merchant.id
  const spans = new Map<string, { place: Place; first: string; last: string }>()
  const search = { ...recorded, merchantId }
  let last: RecordedEntry | undefined
  for (let isMore = true; isMore; ) {
    const rows = await reader.runInSlice(() =>
      listRecorded(reader.db, search, { last, limit: RECORDED_PER_PIECE }),
    )
    for (const { createdAt } of rows) {
      const place = placeOf(createdAt)
      if (place) extendSpan(spans, place, createdAt)
    }
    last = rows.at(-1)
    isMore = rows.length === RECORDED_PER_PIECE
  }
  const sums: PlaceSums[] = []
  for (const { place, first, last } of spans.values()) {
    const instants = { merchantId, from: first, to: toIso(Date.parse(last) + 1) }
    sums.push(await sumPlace(reader, { place, instants }, recorded))
  }
  return sums
}

function extendSpan(
  spans: Map<string, { place: Place; first: string; last: string }>,
  place: Place,
  at: string,
): void {
  const { first = at, last = at } = spans.get(keyOfPlace(place)) ?? {}
  spans.set(keyOfPlace(place), {
    place,
    first: at < first ? at : first,
    last: at > last ? at : last,
  })
}

/** Returns the place in a month's corrections: the month of an instant before it. */
export const placeBefore = (month: Month, { timezone }: ActingMerchant) => {
  const start = toIso(startOfDayMs(firstDayOf(month), timezone))
  return (createdAt: string): Place | undefined =>
    createdAt < start
      ? { subject: localMoment(Date.parse(createdAt), timezone).month, day: null }
      : undefined
}

/** Returns the place among a month's own days. */
export const placeWithin = (month: Month, merchant: ActingMerchant) => {
  const { from, to } = instantsOf(merchant, firstDayOf(month), firstDayOf(addMonths(month, 1)))
  return (createdAt: string): Place | undefined =>
    createdAt >= from && createdAt < to
      ? { subject: month, day: localMoment(Date.parse(createdAt), merchant.timezone).day }
      : undefined
}
