/** Round steps, each times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const

/** Returns the smallest round step of at least this size: 1, 2, 2.5 or 5 times a power of ten. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  // Powers of ten below one are not exact, so nearly equal counts as equal.
  const step = STEPS.find((each) => each * power >= least * (1 - 1e-9)) ?? 10
  return Number((step * power).toPrecision(12))
}

/** Returns ticks from 0 to the first that no value exceeds, in at most `mostSteps` steps. */
export const ticksUpTo = (highest: number, mostSteps = 4): number[] =>
  highest > 0 ? ticksOf(highest, niceStep(highest / mostSteps)) : [0, 1]

/** Returns ticks as `ticksUpTo` does, but without fractions, for counts. */
export function countTicksUpTo(highest: number, mostSteps = 4): number[] {
  if (!(highest > 0)) return [0, 1]
  const step = niceStep(highest / mostSteps)
  // The only step with a fraction above one is 2.5.
  return ticksOf(highest, step < 1 ? 1 : Number.isInteger(step) ? step : step * 2)
}

function ticksOf(highest: number, step: number): number[] {
  const count = Math.max(1, Math.ceil((highest / step) * (1 - 1e-9)))
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** From this distance on, a difference of one point between labels is not visible. */
const WIDE_STEP = 5

/**
 * Returns the indices of at most `most` points to label: at even distances, always with the last one. Where labels are
 * far apart, the first one is included too, and distances may differ by one point.
 */
export function evenPlaces(count: number, most: number): number[] {
  if (count <= 0) return []
  const step = Math.max(1, Math.ceil((count - 1) / Math.max(1, most - 1)))
  if (step >= WIDE_STEP && most > 1) {
    const steps = Math.ceil((count - 1) / step)
    return Array.from({ length: steps + 1 }, (_, at) => Math.round((at * (count - 1)) / steps))
  }
  const places: number[] = []
  for (let place = count - 1; place >= 0; place -= step) places.unshift(place)
  return places
}

/** Lower ends for the axis of a share in percent, each with the distance between ticks. */
const shareSteps = [
  { floor: 95, tick: 1 },
  { floor: 90, tick: 2 },
  { floor: 75, tick: 5 },
  { floor: 50, tick: 10 },
  { floor: 0, tick: 20 },
] as const

const TOP = 100

/**
 * Returns the axis ticks for percentages: from 95 to 100 when every value fits. Otherwise the axis starts
 * lower, because a clipped line would mislead.
 */
export function shareTicks(values: readonly number[]): number[] {
  const lowest = Math.min(TOP, ...values)
  const [standard] = shareSteps
  const fits = (floor: number) => (floor === standard.floor ? lowest >= floor : lowest > floor)
  const { floor, tick } = shareSteps.find((step) => fits(step.floor)) ?? { floor: 0, tick: 20 }
  return Array.from({ length: (TOP - floor) / tick + 1 }, (_, index) => floor + index * tick)
}

const LEAST_RADIUS = 2
const GREATEST_RADIUS = 5

/** Returns the radius of a dot whose area grows with its count. */
export function dotRadius(count: number, greatest: number): number {
  if (!(count > 0) || !(greatest > 0)) return LEAST_RADIUS
  const share = Math.min(1, count / greatest)
  return LEAST_RADIUS + (GREATEST_RADIUS - LEAST_RADIUS) * Math.sqrt(share)
}
