import type { RowPlace } from '#server/shared/cursor.ts'

/**
 * Bounds of a filter on the columns that lists are sorted by. `beforeInstant` is exclusive; all others are inclusive.
 */
type Bounds = {
  fromInstant?: string | undefined
  beforeInstant?: string | undefined
  minAmount?: number | undefined
  maxAmount?: number | undefined
}

/** Ends of a page: it begins after a row, and may end with a row. */
type Ends = { after?: RowPlace | undefined; upTo?: RowPlace | undefined }

type Order = Ends & { column: string; direction: 'asc' | 'desc' }

const boundsOf = {
  createdAt: ['fromInstant', 'beforeInstant'],
  amount: ['minAmount', 'maxAmount'],
} as const

const isBounded = (column: string): column is keyof typeof boundsOf =>
  Object.hasOwn(boundsOf, column)

/**
 * Returns the same rows with one bound at either end: a position or a filter's bound, whichever leaves fewer rows.
 * Given both, a database may search its index by the wider one. It then compares every row of the period before the
 * page.
 */
export function narrowed<F extends Bounds>(
  filter: F,
  { column, direction, after, upTo }: Order,
): Ends & { filter: F } {
  if (!isBounded(column)) return { filter, after, upTo }
  const [from, to] = boundsOf[column]
  const [lower, upper] = direction === 'asc' ? [after, upTo] : [upTo, after]
  const isLower = isNarrower(lower, filter[from], (place, bound) => place >= bound)
  const isUpper = isNarrower(upper, filter[to], (place, bound) =>
    // The filter's end instant is exclusive, its maximum amount is inclusive.
    column === 'createdAt' ? place < bound : place <= bound,
  )
  const kept = {
    ...filter,
    ...(isLower && { [from]: undefined }),
    ...(isUpper && { [to]: undefined }),
  }
  const low = isLower === false ? undefined : lower
  const high = isUpper === false ? undefined : upper
  const [first, last] = direction === 'asc' ? [low, high] : [high, low]
  return { filter: kept, after: first, upTo: last }
}

/** Returns undefined when only one of the two is given, or when they cannot be compared. */
function isNarrower(
  place: RowPlace | undefined,
  bound: string | number | undefined,
  is: (place: string | number, bound: string | number) => boolean,
): boolean | undefined {
  if (!place || bound === undefined || typeof place.value !== typeof bound) return undefined
  return is(place.value, bound)
}
