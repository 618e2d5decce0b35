import type { Db } from '#db/tables.ts'
import { ReadSize } from '#server/core/range-reads.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { BoundedMap } from '#server/shared/bounded-map.ts'
import type { RowPosition } from '#server/shared/cursor.ts'
import { toIso } from '#server/shared/day.ts'
import { findBatchEnd, type InstantSpan, sumTakings } from './dashboard.queries.ts'

/** Sums of successful payments, in minor units by currency. */
export type Takings = Readonly<Record<string, number>>

/**
 * Cached takings of a day until `untilMs`. `wholeDay` is the whole day's takings as text: when they have changed, the
 * sums are read again.
 */
type CachedTakings = { fromMs: number; untilMs: number; wholeDay: string; takings: Takings }

const MAX_MERCHANTS = 1000

/** Cached sums by database, since sums of one database are meaningless for another. */
const takingsCache = new WeakMap<Db, BoundedMap<string, CachedTakings>>()

function cacheOf(db: Db): BoundedMap<string, CachedTakings> {
  let cached = takingsCache.get(db)
  if (!cached) {
    cached = new BoundedMap(MAX_MERCHANTS)
    takingsCache.set(db, cached)
  }
  return cached
}

type TakingsRequest = {
  merchantId: string
  fromMs: number
  untilMs: number
  /** The whole day's takings, from the stored daily sums. */
  wholeDay: Takings
}

/**
 * Sums the successful payments of a past day until a moment of it. Daily sums have no parts of a day, so this reads the
 * payments themselves, by short queries, and caches the result. While the whole day's takings stay the same, a later
 * call adds only the payments since the moment of the earlier call.
 */
export async function sumTakingsUntil(
  db: Db,
  { merchantId, fromMs, untilMs, wholeDay }: TakingsRequest,
): Promise<Takings> {
  if (Object.values(wholeDay).every((amount) => amount === 0)) return {}
  const wholeDayText = JSON.stringify(Object.entries(wholeDay).toSorted())
  const cached = cacheOf(db).get(merchantId)
  const isReusable =
    cached?.fromMs === fromMs && cached.wholeDay === wholeDayText && cached.untilMs <= untilMs
  const start = isReusable ? cached : { untilMs: fromMs, takings: {} }
  const increment = await sumBetween(db, {
    merchantId,
    from: toIso(start.untilMs),
    before: toIso(untilMs),
  })
  const takings = addTakings(start.takings, increment)
  cacheOf(db).set(merchantId, { fromMs, untilMs, wholeDay: wholeDayText, takings })
  return takings
}

async function sumBetween(db: Db, between: InstantSpan): Promise<Takings> {
  const readSize = new ReadSize()
  let takings: Takings = {}
  let after: RowPosition | undefined
  do {
    const batch = { ...between, after }
    const { upTo, sums } = await readInSlice(async () => {
      const startedMs = performance.now()
      const upTo = await findBatchEnd(db, { ...batch, rows: readSize.rows })
      const sums = await sumTakings(db, { ...batch, upTo })
      readSize.adapt(performance.now() - startedMs)
      return { upTo, sums }
    })
    takings = addTakings(
      takings,
      Object.fromEntries(sums.map(({ currency, amount }) => [currency, amount])),
    )
    after = upTo
  } while (after)
  return takings
}

function addTakings(one: Takings, other: Takings): Takings {
  const sums: Record<string, number> = { ...one }
  for (const [currency, amount] of Object.entries(other)) {
    sums[currency] = (sums[currency] ?? 0) + amount
  }
  return sums
}
