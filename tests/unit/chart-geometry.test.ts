import { describe, expect, test } from 'vitest'
import {
  depthOf,
  nearestIndex,
  placeOf,
  segmentsOf,
  slicePaths,
} from '#client/components/charts/geometry.ts'

describe('places of points', () => {
  test('the outermost points of a line lie on the edges, a single one in the middle', () => {
    expect([0, 1, 2].map((index) => placeOf(index, 3, false))).toEqual([0, 50, 100])
    expect(placeOf(0, 1, false)).toBe(50)
  })

  test('columns have equal widths, with their points in the middle', () => {
    expect([0, 1].map((index) => placeOf(index, 2, true))).toEqual([25, 75])
  })

  test('a value is as deep as its distance from the highest tick', () => {
    expect(depthOf(30, [0, 10, 20, 30])).toBe(0)
    expect(depthOf(0, [0, 10, 20, 30])).toBe(100)
    expect(depthOf(80, [75, 80, 85, 90, 95, 100])).toBe(80)
  })

  test('each place belongs to the nearest point, also just outside the plot', () => {
    expect([-0.01, 0, 0.24, 0.26, 0.9, 1.02].map((place) => nearestIndex(place, 3, false))).toEqual(
      [0, 0, 0, 1, 2, 2],
    )
    expect([-0.01, 0.49, 0.51, 1.02].map((place) => nearestIndex(place, 2, true))).toEqual([
      0, 0, 1, 1,
    ])
  })
})

describe('lines', () => {
  test('connect neighbours and leave a gap at a missing value', () => {
    expect(segmentsOf([0, 10, null, 10, 0], [0, 10])).toEqual([
      { from: 0, x1: 0, y1: 100, x2: 25, y2: 0 },
      { from: 3, x1: 75, y1: 0, x2: 100, y2: 100 },
    ])
  })

  test('a single value has no segment', () => {
    expect(segmentsOf([5], [0, 10])).toEqual([])
  })
})

describe('slices of a ring', () => {
  test('begin on the right and go counterclockwise', () => {
    expect(slicePaths([1, 3], 10, 5)).toEqual([
      'M10,0A10,10 0 0 0 0,-10L0,-5A5,5 0 0 1 5,0Z',
      'M0,-10A10,10 0 1 0 10,0L5,0A5,5 0 1 1 0,-5Z',
    ])
  })

  test('a single value fills the ring, and a value of 0 has no slice', () => {
    const [all, none] = slicePaths([7, 0], 10, 5)
    expect(all).toMatch(/^M10,0A10,10 0 1 0 10,0/)
    expect(none).toBe('')
  })
})
