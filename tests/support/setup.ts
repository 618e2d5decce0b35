import { afterEach, beforeEach, expect, vi } from 'vitest'

// Module with which a drill breaks, on purpose, the code that its own test run covers.
const { TEST_FAULT } = process.env
if (TEST_FAULT !== undefined) await import(TEST_FAULT)

// Every console error that no test expects is a defect and fails the test.
const unexpected = vi.spyOn(console, 'error')

beforeEach(() => {
  unexpected.mockClear()
})

afterEach(() => {
  expect(unexpected.mock.calls).toEqual([])
})
