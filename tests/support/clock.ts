/** A clock that only the test moves. */
export type TestClock = {
  now: () => number
  set: (iso: string) => void
  advance: (ms: number) => void
}

/** Returns a clock that stays at `start` until a test sets or advances it. */
export function testClock(start = '2026-03-10T12:00:00.000Z'): TestClock {
  let nowMs = Date.parse(start)
  return {
    now: () => nowMs,
    set: (iso) => {
      nowMs = Date.parse(iso)
    },
    advance: (ms) => {
      nowMs += ms
    },
  }
}
