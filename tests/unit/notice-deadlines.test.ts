import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDigestMs } from '#server/features/notices/digest-time.rules.ts'
import { deadlineNotices } from '#server/services/notices/deadlines.rules.ts'
import { localDateTime, localMoment, toIso } from '#server/shared/day.ts'

const DAY_MS = 24 * 60 * 60_000

/** Two zones whose clocks change on different days. */
const zones = fc.constantFrom('Europe/Rome', 'America/New_York')
/** Instants of a year, with both clock changes of each zone. */
const instants = fc
  .integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2026-12-31T00:00:00Z') })
  .map((atMs) => Math.floor(atMs / 1000) * 1000)

test('each deadline is stated at least twice before it, whenever it becomes known', () => {
  const due = fc.record({
    nowMs: instants,
    leftMs: fc.integer({ min: 1000, max: 30 * DAY_MS }),
    timezone: zones,
    isStated: fc.boolean(),
  })
  fc.assert(
    fc.property(due, ({ nowMs, leftMs, timezone, isStated }) => {
      const dueMs = nowMs + leftMs
      const notices = deadlineNotices({ dueMs, nowMs, timezone, isStated })

      expect(notices.length + (isStated ? 1 : 0)).toBeGreaterThanOrEqual(2)
      for (const { fromMs, untilMs } of notices) {
        expect(fromMs).toBeGreaterThanOrEqual(nowMs)
        expect(untilMs).toBeGreaterThan(fromMs)
        expect(untilMs).toBeLessThanOrEqual(dueMs)
      }
      const kinds = notices.map(({ kind }) => kind)
      expect(new Set(kinds).size).toBe(kinds.length)
    }),
  )
})

test('a deadline known early is stated five days and one day before it, at its local time', () => {
  fc.assert(
    fc.property(instants, zones, (dueMs, timezone) => {
      const nowMs = dueMs - 20 * DAY_MS
      const notices = deadlineNotices({ dueMs, nowMs, timezone, isStated: true })

      expect(notices.map(({ kind }) => kind)).toEqual([
        'dispute_due_in_five_days',
        'dispute_due_in_one_day',
      ])
      for (const [index, days] of [5, 1].entries()) {
        const fromMs = notices[index]?.fromMs ?? 0
        // A clock change moves the instant by an hour at most; seconds do not count.
        expect(Math.abs(dueMs - days * DAY_MS - fromMs)).toBeLessThanOrEqual(61 * 60_000)
      }
    }),
  )
})

test('days before a deadline are those of the calendar where the clock changes between', () => {
  const from = (timezone: string, dueAt: string) =>
    deadlineNotices({
      dueMs: Date.parse(dueAt),
      nowMs: Date.parse(dueAt) - 10 * DAY_MS,
      timezone,
      isStated: true,
    }).map(({ fromMs }) => localDateTime(toIso(fromMs), timezone))

  // 31 March at 10:00 in Rome, where summer time begins on 29 March.
  expect(from('Europe/Rome', '2026-03-31T08:00:00Z')).toEqual([
    '2026-03-26 10:00:00',
    '2026-03-30 10:00:00',
  ])
  // 2 November at 18:00 in New York, where summer time ends on 1 November.
  expect(from('America/New_York', '2026-11-02T23:00:00Z')).toEqual([
    '2026-10-28 18:00:00',
    '2026-11-01 18:00:00',
  ])
})

test('a deadline in the past is not stated', () => {
  const past = { dueMs: 0, nowMs: 1000, timezone: 'Europe/Rome', isStated: false }
  expect(deadlineNotices(past)).toEqual([])
})

test('the digest is due at eight o’clock of the same or the next local day', () => {
  fc.assert(
    fc.property(instants, zones, (atMs, timezone) => {
      const digestMs = nextDigestMs(atMs, timezone)

      expect(localDateTime(toIso(digestMs), timezone).slice(11)).toBe('08:00:00')
      expect(digestMs).toBeGreaterThan(atMs)
      expect(digestMs - atMs).toBeLessThanOrEqual(25 * 60 * 60_000)
      expect(localMoment(digestMs, timezone).day >= localMoment(atMs, timezone).day).toBe(true)
    }),
  )
})
