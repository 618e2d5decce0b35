import type { RowPlace } from '#server/shared/cursor.ts'

/** What a filter says of the columns that lists are sorted by: instants from the first on and before the second, amounts inclusive. */
type Bounds = {
  fromInstant?: string | undefined
  beforeInstant?: string | undefined
  minAmount?: number | undefined
  maxAmount?: number | undefined
}

/** Where a page begins, after a row, and may end, with a row. */
type Ends = { after?: RowPlace | undefined; upTo?: RowPlace | undefined }

type Order = Ends & { column: string; direction: 'asc' | 'desc' }

const boundsOf = {
  createdAt: ['fromInstant', 'beforeInstant'],
  amount: ['minAmount', 'maxAmount'],
} as const

const isBounded = (column: string): column is keyof typeof boundsOf =>
  Object.hasOwn(boundsOf, column)

/**
 * The same rows with one bound at either end: a place or a filter's bound, whichever leaves fewer. Given both, a database
 * searches its index by one of them, as it happens by the wider, and then compares every row of the period before the page.
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
    // The instant itself is no more of the period, the amount is of the range.
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

/** Undefined where only one of the two is given, or where they cannot be compared. */
function isNarrower(
  place: RowPlace | undefined,
  bound: string | number | undefined,
  is: (place: string | number, bound: string | number) => boolean,
): boolean | undefined {
  if (!place || bound === undefined || typeof place.value !== typeof bound) return undefined
  return is(place.value, bound)
}
