import { addDays, instantOfMinute, localMoment, minuteOfDay } from '#server/shared/day.ts'

/** Least time for which a notice lasts, unless its deadline is earlier. */
const LEAST_SHOWN_MS = 24 * 60 * 60_000

/** Returns the instant that many days before a deadline, at the same local time in the time zone. */
const daysBefore = (dueMs: number, days: number, timezone: string): number =>
  instantOfMinute(
    addDays(localMoment(dueMs, timezone).day, -days),
    minuteOfDay(dueMs, timezone),
    timezone,
  )

type Deadline = {
  dueMs: number
  nowMs: number
  timezone: string
  /** True when another notice already states this deadline, as the notice of a new dispute does. */
  isStated: boolean
}

type DeadlineNotice = {
  kind: 'dispute_due_in_five_days' | 'dispute_due_in_one_day'
  fromMs: number
  /** Time at which the notice ends, unless the dispute ends it earlier. */
  untilMs: number
}

/**
 * Returns the notices before a deadline, with the time from which members see them. A deadline that becomes known less
 * than five days ahead gets the five-day notice at once, unless another notice states it already. So each deadline is
 * stated at least twice.
 */
export function deadlineNotices({ dueMs, nowMs, timezone, isStated }: Deadline): DeadlineNotice[] {
  if (dueMs <= nowMs) return []
  const fiveDaysMs = daysBefore(dueMs, 5, timezone)
  const oneDayMs = daysBefore(dueMs, 1, timezone)
  const hasEarly = nowMs < fiveDaysMs || !isStated
  const early = {
    kind: 'dispute_due_in_five_days',
    fromMs: Math.max(nowMs, fiveDaysMs),
    // The second notice replaces the first. If that leaves the first less than a day, both last until the deadline:
    // otherwise a server that is stopped for a night might never mail the first.
    untilMs: oneDayMs - nowMs >= LEAST_SHOWN_MS ? oneDayMs : dueMs,
  } as const
  const late = {
    kind: 'dispute_due_in_one_day',
    fromMs: Math.max(nowMs, oneDayMs),
    untilMs: dueMs,
  } as const
  return hasEarly ? [early, late] : [late]
}
