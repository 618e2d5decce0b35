import { afterEach, beforeEach, expect, vi } from 'vitest'

// By which a drill breaks on purpose what the tests of a run of its own are about.
const { TEST_FAULT } = process.env
if (TEST_FAULT !== undefined) await import(TEST_FAULT)

// What no test expected on the console is a defect, not noise.
const unexpected = vi.spyOn(console, 'error')

beforeEach(() => {
  unexpected.mockClear()
})

afterEach(() => {
  expect(unexpected.mock.calls).toEqual([])
})
