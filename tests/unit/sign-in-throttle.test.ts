import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Counter,
  computeWaitMs,
  countAttempt,
  emptyCounter,
  FIRST_DELAYED,
  type Limit,
  LOCK_MS,
  MAX_FAILURES,
  releaseAttempt,
  windows,
} from '#server/services/identity/throttle/sign-in-throttle.rules.ts'
import { subnetOf } from '#server/services/identity/throttle/sign-in-throttle.ts'

/** Makes attempts at these intervals in milliseconds. Returns the times of the admitted attempts. */
function admittedTimes(limit: Limit, pausesMs: readonly number[]): number[] {
  let counter: Counter = emptyCounter
  let nowMs = 1_800_000_000_000
  const times: number[] = []
  for (const pause of pausesMs) {
    nowMs += pause
    if (computeWaitMs(limit, counter, nowMs) > 0) continue
    counter = countAttempt(limit, counter, nowMs)
    times.push(nowMs)
  }
  return times
}

const pauses = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 3_000 }),
    fc.integer({ min: 0, max: 120_000 }),
    fc.integer({ min: 0, max: 2_400_000 }),
  ),
  { maxLength: 400 },
)

test.each(['pair', 'address', 'mail'] as const)(
  'no time span holds more attempts than the %s limit allows',
  (limit) => {
    fc.assert(
      fc.property(pauses, (pausesMs) => {
        const times = admittedTimes(limit, pausesMs)
        for (const { most, withinMs } of windows[limit]) {
          times.forEach((at, index) => {
            const before = times[index - most]
            if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(withinMs)
          })
        }
      }),
    )
  },
)

test('an account gets ten failures in a row, at growing intervals, and then a pause of 30 minutes', () => {
  fc.assert(
    fc.property(pauses, (pausesMs) => {
      const times = admittedTimes('account', pausesMs)
      times.forEach((at, index) => {
        const nth = (index % MAX_FAILURES) + 1
        const before = times[index - 1]
        if (before === undefined) return
        const expected =
          nth === 1 ? LOCK_MS : nth > FIRST_DELAYED ? 1000 * 2 ** (nth - 1 - FIRST_DELAYED) : 0
        expect(at - before).toBeGreaterThanOrEqual(expected)
      })
    }),
  )
})

test('a caller that waits the given time is admitted', () => {
  const limits = fc.constantFrom<Limit>('account', 'pair', 'address', 'mail')
  fc.assert(
    fc.property(limits, fc.integer({ min: 1, max: 320 }), (limit, attempts) => {
      let counter = emptyCounter
      let nowMs = 1_800_000_000_000
      for (let i = 0; i < attempts; i++) {
        nowMs += computeWaitMs(limit, counter, nowMs)
        expect(computeWaitMs(limit, counter, nowMs)).toBe(0)
        counter = countAttempt(limit, counter, nowMs)
      }
    }),
  )
})

test('a released attempt frees capacity for another one', () => {
  const limits = fc.constantFrom<Limit>('account', 'pair', 'mail')
  fc.assert(
    fc.property(limits, fc.integer({ min: 1, max: 500 }), (limit, attempts) => {
      let counter = emptyCounter
      for (let i = 0; i < attempts; i++) {
        expect(computeWaitMs(limit, counter, i)).toBe(0)
        counter = releaseAttempt(limit, countAttempt(limit, counter, i), i)
      }
    }),
  )
})

test('a clock that was ahead blocks no caller for longer than the rule', () => {
  const ahead = { failures: MAX_FAILURES, times: [9_000_000_000_000] }

  expect(computeWaitMs('account', ahead, 1_800_000_000_000)).toBe(LOCK_MS)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ipAddress, subnet) => {
  expect(subnetOf(ipAddress)).toBe(subnet)
})
