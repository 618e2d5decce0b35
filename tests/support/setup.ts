import { afterEach, beforeEach, expect, vi } from 'vitest'

// Loads the module that a drill names in TEST_FAULT. It breaks the tested code on purpose, to prove that the tests
// notice.
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
