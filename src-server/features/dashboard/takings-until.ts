import type { Db } from '#db/tables.ts'
import { Span } from '#server/core/spans.ts'
import { readPiece } from '#server/core/work/pieces.ts'
import { BoundedMap } from '#server/shared/bounded-map.ts'
import type { RowPlace } from '#server/shared/cursor.ts'
import { toIso } from '#server/shared/day.ts'
import { endOfPiece, type InstantSpan, sumTakings } from './dashboard.queries.ts'

/** Minor units by currency. */
export type Takings = Readonly<Record<string, number>>

/** Takings of a day until `untilMs`, and the whole day's takings at the time of summing. */
type Known = { fromMs: number; untilMs: number; day: string; takings: Takings }

const MAX_MERCHANTS = 1000

/** Cached sums by database, since sums of one database are meaningless for another. */
const known = new WeakMap<Db, BoundedMap<string, Known>>()

function knownIn(db: Db): BoundedMap<string, Known> {
  let found = known.get(db)
  if (!found) {
    found = new BoundedMap(MAX_MERCHANTS)
    known.set(db, found)
  }
  return found
}

type Asked = {
  merchantId: string
  fromMs: number
  untilMs: number
  /** The whole day's takings, from the roll-ups. */
  day: Takings
}

/**
 * Sums the successful payments of a past day until a moment of it. Roll-ups contain no parts of a day, so the rows are
 * read, in pieces, once. While the whole day's takings stay the same, a later call adds only the payments between the
 * two moments.
 */
export async function takingsUntil(
  db: Db,
  { merchantId, fromMs, untilMs, day }: Asked,
): Promise<Takings> {
  if (Object.values(day).every((amount) => amount === 0)) return {}
  const whole = JSON.stringify(Object.entries(day).toSorted())
  const found = knownIn(db).get(merchantId)
  const isOfUse = found?.fromMs === fromMs && found.day === whole && found.untilMs <= untilMs
  const start = isOfUse ? found : { untilMs: fromMs, takings: {} }
  const more = await sumBetween(db, {
    merchantId,
    from: toIso(start.untilMs),
    before: toIso(untilMs),
  })
  const takings = added(start.takings, more)
  knownIn(db).set(merchantId, { fromMs, untilMs, day: whole, takings })
  return takings
}

async function sumBetween(db: Db, between: InstantSpan): Promise<Takings> {
  const span = new Span()
  let takings: Takings = {}
  let after: RowPlace | undefined
  do {
    const piece = { ...between, after }
    const { upTo, sums } = await readPiece(async () => {
      const beganMs = performance.now()
      const upTo = await endOfPiece(db, { ...piece, rows: span.rows })
      const sums = await sumTakings(db, { ...piece, upTo })
      span.adapt(performance.now() - beganMs)
      return { upTo, sums }
    })
    takings = added(
      takings,
      Object.fromEntries(sums.map(({ currency, amount }) => [currency, amount])),
    )
    after = upTo
  } while (after)
  return takings
}

function added(one: Takings, other: Takings): Takings {
  const sums: Record<string, number> = { ...one }
  for (const [currency, amount] of Object.entries(other)) {
    sums[currency] = (sums[currency] ?? 0) + amount
  }
  return sums
}
