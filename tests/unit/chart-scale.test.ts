import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countTicksUpTo,
  dotRadius,
  evenPlaces,
  niceStep,
  shareTicks,
  ticksUpTo,
} from '#client/lib/words/chart-scale.ts'

/** Highest values from 0.01 to 10,000,000,000. */
const highest = fc.integer({ min: 1, max: 10 ** 12 }).map((cents) => cents / 100)

/** Returns whether a step is 1, 2, 2.5 or 5 times a power of ten. */
const isNice = (step: number) => {
  const [digits] = step.toExponential(6).split('e')
  return [1, 2, 2.5, 5].includes(Number(digits))
}

test.each([
  [5500, [0, 2000, 4000, 6000]],
  [21_471.84, [0, 10_000, 20_000, 30_000]],
  [195, [0, 50, 100, 150, 200]],
  [100, [0, 25, 50, 75, 100]],
  [7.25, [0, 2, 4, 6, 8]],
  [0.03, [0, 0.01, 0.02, 0.03]],
  [0, [0, 1]],
])('an axis up to %d has the ticks %j', (value, ticks) => {
  expect(ticksUpTo(value)).toEqual(ticks)
})

test('ticks of counts are whole and cover every count', () => {
  for (let highest = 1; highest <= 400; highest += 1) {
    const ticks = countTicksUpTo(highest)
    expect(ticks.every(Number.isInteger), String(ticks)).toBe(true)
    expect(ticks.length).toBeLessThanOrEqual(5)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
  }
  expect([2, 10].map((highest) => countTicksUpTo(highest))).toEqual([
    [0, 1, 2],
    [0, 5, 10],
  ])
})

test('ticks cover every value, have round steps, and leave less than one step empty', () => {
  fc.assert(
    fc.property(highest, fc.integer({ min: 2, max: 8 }), (value, most) => {
      const ticks = ticksUpTo(value, most)
      const [first, second] = ticks
      const last = ticks.at(-1) ?? 0
      const step = second ?? 0
      expect(first).toBe(0)
      expect(ticks.length).toBeLessThanOrEqual(most + 1)
      expect(isNice(step)).toBe(true)
      expect(last * (1 + 1e-9)).toBeGreaterThanOrEqual(value)
      expect(last - step).toBeLessThan(value)
      for (const [index, tick] of ticks.entries()) expect(tick).toBeCloseTo(index * step, 6)
    }),
  )
})

test('a round step is the next one up, and itself when it is round already', () => {
  fc.assert(
    fc.property(highest, (least) => {
      const step = niceStep(least)
      expect(isNice(step)).toBe(true)
      expect(step * (1 + 1e-9)).toBeGreaterThanOrEqual(least)
      expect(step).toBeLessThanOrEqual(least * 2.000001)
      expect(niceStep(step)).toBe(step)
    }),
  )
})

test('labels are evenly spaced, few enough, and end with the last point; distant ones start with the first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 2, max: 12 }),
      (count, most) => {
        const places = evenPlaces(count, most)
        const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
        const isWide = count - 1 > 4 * (most - 1)
        expect(places.at(-1)).toBe(count - 1)
        expect(places[0]).toBeGreaterThanOrEqual(0)
        expect(places.length).toBeLessThanOrEqual(most)
        expect(Math.max(0, ...gaps) - Math.min(...gaps, gaps[0] ?? 0)).toBeLessThanOrEqual(
          isWide ? 1 : 0,
        )
        if (isWide) expect(places[0]).toBe(0)
      },
    ),
  )
  expect(evenPlaces(0, 5)).toEqual([])
  expect(evenPlaces(90, 7)).toEqual([0, 15, 30, 45, 59, 74, 89])
})

test('the axis of a share ends at 100, and no value is below it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1000 })), (tenths) => {
      const values = tenths.map((tenth) => tenth / 10)
      const ticks = shareTicks(values)
      expect(ticks.at(-1)).toBe(100)
      for (const value of values) expect(value).toBeGreaterThanOrEqual(ticks[0] ?? 100)
      if (values.every((value) => value >= 95)) expect(ticks[0]).toBe(95)
    }),
  )
})

test('a dot grows with its value, within bounds', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), fc.nat(1000), (one, other, greatest) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(dotRadius(less, greatest)).toBeLessThanOrEqual(dotRadius(more, greatest))
      expect(dotRadius(more, greatest)).toBeLessThanOrEqual(5)
      expect(dotRadius(less, greatest)).toBeGreaterThanOrEqual(2)
    }),
  )
})
