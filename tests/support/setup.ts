import { afterEach, beforeEach, expect, vi } from 'vitest'

// What no test expected on the console is a defect, not noise.
const unexpected = vi.spyOn(console, 'error')

beforeEach(() => {
  unexpected.mockClear()
})

afterEach(() => {
  expect(unexpected.mock.calls).toEqual([])
})
