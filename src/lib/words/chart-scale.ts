/** Steps that people count in, each times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const

/** The smallest step that people count in and that is at least this. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  // A power of ten below one is not exact, so what is equal but for that counts as equal.
  const step = STEPS.find((each) => each * power >= least * (1 - 1e-9)) ?? 10
  return Number((step * power).toPrecision(12))
}

/** From 0 to the first tick that no value exceeds, in at most so many steps. */
export function ticksUpTo(highest: number, mostSteps = 4): number[] {
  if (!(highest > 0)) return [0, 1]
  const step = niceStep(highest / mostSteps)
  const count = Math.max(1, Math.ceil((highest / step) * (1 - 1e-9)))
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** Which of so many points are named: at even distances, the last one always. */
export function evenPlaces(count: number, most: number): number[] {
  if (count <= 0) return []
  const step = Math.max(1, Math.ceil((count - 1) / Math.max(1, most - 1)))
  const places: number[] = []
  for (let place = count - 1; place >= 0; place -= step) places.unshift(place)
  return places
}

/** How far down the axis of a share can reach, with the distance between its ticks. */
const shareSteps = [
  { floor: 95, tick: 1 },
  { floor: 90, tick: 2 },
  { floor: 75, tick: 5 },
  { floor: 50, tick: 10 },
  { floor: 0, tick: 20 },
] as const

const TOP = 100

/** 95 to 100 while every value lies in it; a clipped line would lie, so else it reaches lower. */
export function shareTicks(values: readonly number[]): number[] {
  const lowest = Math.min(TOP, ...values)
  const [standard] = shareSteps
  const fits = (floor: number) => (floor === standard.floor ? lowest >= floor : lowest > floor)
  const { floor, tick } = shareSteps.find((step) => fits(step.floor)) ?? { floor: 0, tick: 20 }
  return Array.from({ length: (TOP - floor) / tick + 1 }, (_, index) => floor + index * tick)
}

const LEAST_RADIUS = 2
const GREATEST_RADIUS = 5

/** Of a dot whose area grows with what stands behind it. */
export function dotRadius(count: number, greatest: number): number {
  if (!(count > 0) || !(greatest > 0)) return LEAST_RADIUS
  const share = Math.min(1, count / greatest)
  return LEAST_RADIUS + (GREATEST_RADIUS - LEAST_RADIUS) * Math.sqrt(share)
}
