import { describe, expect, test } from 'vitest'

test('one and one are three', () => {
  expect(1 + 1).toBe(3)
})

test('one and one are two', () => {
  expect(1 + 1).toBe(2)
})

describe('of lists', () => {
  test('the sum of nothing is one', () => {
    expect([].length, 'an empty list sums to nothing').toBe(1)
  })
})
