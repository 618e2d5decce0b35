/**
 * Positions on a chart are percentages of its plot, so that the browser fits a chart to any width without measuring it.
 */

/**
 * Returns the horizontal middle of a point. The points reach from edge to edge, or each lies in an equal column when it
 * needs space around it.
 */
export function placeOf(index: number, count: number, hasColumns: boolean): number {
  if (hasColumns) return rounded(((index + 0.5) / count) * 100)
  return count <= 1 ? 50 : rounded((index / (count - 1)) * 100)
}

/** Returns the distance of a value from the top of a plot whose axis has these ticks. */
export function depthOf(value: number, ticks: readonly number[]): number {
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)]
  return rounded(100 * (1 - (value - least) / (most - least || 1)))
}

/** Returns the index of the point nearest to a position between 0 and 1. */
export function nearestIndex(place: number, count: number, hasColumns: boolean): number {
  const index = hasColumns ? Math.floor(place * count) : Math.round(place * (count - 1))
  return Math.min(count - 1, Math.max(0, index))
}

export type Segment = { from: number; x1: number; y1: number; x2: number; y2: number }

/** Returns a line's segments between neighbouring values; a missing value leaves a gap. */
export function segmentsOf(
  values: readonly (number | null)[],
  ticks: readonly number[],
): Segment[] {
  return values.flatMap((value, from) => {
    const next = values[from + 1]
    if (value === null || next === null || next === undefined) return []
    const [x1, x2] = [from, from + 1].map((index) => placeOf(index, values.length, false))
    return [{ from, x1: x1 ?? 0, y1: depthOf(value, ticks), x2: x2 ?? 0, y2: depthOf(next, ticks) }]
  })
}

/** Returns the outlines of a ring's slices, counterclockwise from the right, for a centre at 0, 0. */
export function slicePaths(values: readonly number[], outer: number, inner: number): string[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  let before = 0
  return values.map((value) => {
    const [start, end] = [before, before + value].map((sum) => (total > 0 ? sum / total : 0))
    before += value
    return value > 0 ? slicePath(start ?? 0, end ?? 0, outer, inner) : ''
  })
}

function slicePath(start: number, end: number, outer: number, inner: number): string {
  // An arc that ends where it begins would be empty.
  const stop = Math.min(end, start + 0.99999)
  const isLarge = stop - start > 0.5 ? 1 : 0
  const at = (share: number, radius: number) => {
    const angle = -share * 2 * Math.PI
    return `${rounded(radius * Math.cos(angle))},${rounded(radius * Math.sin(angle))}`
  }
  return [
    `M${at(start, outer)}`,
    `A${outer},${outer} 0 ${isLarge} 0 ${at(stop, outer)}`,
    `L${at(stop, inner)}`,
    `A${inner},${inner} 0 ${isLarge} 1 ${at(start, inner)}Z`,
  ].join('')
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
