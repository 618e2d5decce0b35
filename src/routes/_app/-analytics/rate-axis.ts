/** How far down the axis can reach, with the distance between its ticks. */
const steps = [
  { floor: 95, tick: 1 },
  { floor: 90, tick: 2 },
  { floor: 75, tick: 5 },
  { floor: 50, tick: 10 },
  { floor: 0, tick: 20 },
] as const

const TOP = 100

/** 95 to 100 while every value lies in it; a clipped line would lie, so else it reaches lower. */
export function rateAxis(values: readonly number[]): { domain: [number, number]; ticks: number[] } {
  const lowest = Math.min(TOP, ...values)
  const [standard] = steps
  const fits = (floor: number) => (floor === standard.floor ? lowest >= floor : lowest > floor)
  const { floor, tick } = steps.find((step) => fits(step.floor)) ?? { floor: 0, tick: 20 }
  const count = (TOP - floor) / tick
  return {
    domain: [floor, TOP],
    ticks: Array.from({ length: count + 1 }, (_, index) => floor + index * tick),
  }
}
