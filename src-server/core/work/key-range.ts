import type { RowPosition } from '#server/shared/cursor.ts'

/**
 * Bounds of a filter on the columns that lists are sorted by. `beforeInstant` is exclusive; all other bounds are
 * inclusive.
 */
type Bounds = {
  fromInstant?: string | undefined
  beforeInstant?: string | undefined
  minAmount?: number | undefined
  maxAmount?: number | undefined
}

/** Ends of a page: it begins after a row, and may end with a row. */
type Ends = { after?: RowPosition | undefined; upTo?: RowPosition | undefined }

type Order = Ends & { column: string; direction: 'asc' | 'desc' }

const boundsOf = {
  createdAt: ['fromInstant', 'beforeInstant'],
  amount: ['minAmount', 'maxAmount'],
} as const

const isBounded = (column: string): column is keyof typeof boundsOf =>
  Object.hasOwn(boundsOf, column)

/**
 * Returns a filter and the ends of a page with at most one bound at each end: a position or a filter's bound, whichever
 * leaves fewer rows. The selected rows stay the same. With both bounds, a database may search its index by the wider
 * one and compare every row before the page.
 */
export function narrowRange<F extends Bounds>(
  filter: F,
  { column, direction, after, upTo }: Order,
): Ends & { filter: F } {
  if (!isBounded(column)) return { filter, after, upTo }
  const [from, to] = boundsOf[column]
  const [lower, upper] = direction === 'asc' ? [after, upTo] : [upTo, after]
  const isLower = isNarrower(lower, filter[from], (position, bound) => position >= bound)
  const isUpper = isNarrower(upper, filter[to], (position, bound) =>
    // The filter's end instant is exclusive, its maximum amount is inclusive.
    column === 'createdAt' ? position < bound : position <= bound,
  )
  const narrowedFilter = {
    ...filter,
    ...(isLower && { [from]: undefined }),
    ...(isUpper && { [to]: undefined }),
  }
  const low = isLower === false ? undefined : lower
  const high = isUpper === false ? undefined : upper
  const [first, last] = direction === 'asc' ? [low, high] : [high, low]
  return { filter: narrowedFilter, after: first, upTo: last }
}

/**
 * Returns whether the page's position leaves fewer rows than the filter's bound. Returns undefined when only one of the
 * two is given, or when their types differ.
 */
function isNarrower(
  position: RowPosition | undefined,
  bound: string | number | undefined,
  compare: (position: string | number, bound: string | number) => boolean,
): boolean | undefined {
  if (!position || bound === undefined || typeof position.value !== typeof bound) return undefined
  return compare(position.value, bound)
}
