import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, nextAttemptAt, retryAfterOf } from '#server/features/webhooks/schedule.ts'

const HOUR_MS = 3_600_000
const WHOLE_MS = 75 * HOUR_MS + 35 * 60_000 + 5000

/** Returns the milliseconds from the first attempt to the last. */
function lengthOf(random: number): number {
  let atMs = 0
  for (let attempts = 1; ; attempts++) {
    const next = nextAttemptAt(atMs, { attempts, random })
    if (next === undefined) {
      expect(attempts).toBe(MAX_ATTEMPTS)
      return atMs
    }
    expect(next).toBeGreaterThan(atMs)
    atMs = next
  }
}

test('ten attempts take 75 h 35 m 5 s, a fifth more or less by jitter', () => {
  expect(MAX_ATTEMPTS).toBe(10)
  expect(lengthOf(0.5)).toBe(WHOLE_MS)
  expect(lengthOf(0)).toBe(WHOLE_MS * 0.8)
  expect(lengthOf(1 - Number.EPSILON)).toBe(WHOLE_MS * 1.2)
})

test('the delays follow Standard Webhooks', () => {
  const delays = Array.from({ length: 9 }, (_, index) =>
    nextAttemptAt(0, { attempts: index + 1, random: 0.5 }),
  )

  expect(delays).toEqual(
    [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
  )
})

test('Retry-After makes a wait longer, never shorter, and at most a day', () => {
  const nextAttemptAfter = (retryAfterMs: number, attempts = 1) =>
    nextAttemptAt(0, { attempts, random: 0.5, retryAfterMs })

  expect(nextAttemptAfter(60_000)).toBe(60_000)
  expect(nextAttemptAfter(1000)).toBe(5000)
  expect(nextAttemptAfter(48 * HOUR_MS)).toBe(24 * HOUR_MS)
  expect(nextAttemptAfter(60_000, 10)).toBeUndefined()
})

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Tue, 10 Mar 2026 12:02:00 GMT', 120_000],
  ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
  [undefined, 0],
  ['', 0],
  ['soon', 0],
  ['-5', 0],
  ['1.5', 0],
  ['1e9', 0],
  ['9999999999', 0],
  ['in 2030', 0],
  ['2030-01-01', 0],
  ['Xxx, 99 Foo 2030 99:99:99 GMT', 0],
  ['120, 240', 0],
  ['١٢', 0],
])('Retry-After %j means %d ms', (header, expected) => {
  expect(retryAfterOf(header, Date.parse('2026-03-10T12:00:00.000Z'))).toBe(expected)
})
