import { addDays, instantOfMinute, localMoment, minuteOfDay, toIso } from '#server/shared/day.ts'
import { type LinkLimits, type LinkStatus, linkStatus } from '../link-state.rules.ts'

/** So many days after the request that nobody heeded, and so many after the first reminder. */
const AFTER_DAYS = [3, 4] as const
export const MOST_REMINDERS = AFTER_DAYS.length

/** Requests and reminders together: what was not heeded so often will not be. */
export const MOST_MAILS = 10

const DAY_MS = 24 * 60 * 60_000

/** Of a link what says whether its customer is to be reminded. */
export type Reminded = LinkLimits & {
  paid: number
  sent: number
  hasReminders: 0 | 1
  reminded: number
  nextReminderAt: string | null
}

export type Clock = { nowMs: number; timezone: string }

/** When a clock in the zone shows the same, so many days later. */
const daysLater = (atMs: number, days: number, timezone: string): number =>
  instantOfMinute(
    addDays(localMoment(atMs, timezone).day, days),
    minuteOfDay(atMs, timezone),
    timezone,
  )

/** When the next reminder of a link is due, once it is as it is now; null where none is to come. */
export function nextReminderAt(link: Reminded, { nowMs, timezone }: Clock): string | null {
  const days = AFTER_DAYS[link.reminded]
  const isOver = link.paid > 0 || ['closed', 'expired'].includes(endOf(link, nowMs))
  if (link.hasReminders === 0 || link.sent === 0 || days === undefined || isOver) return null
  return link.nextReminderAt ?? toIso(daysLater(nowMs, days, timezone))
}

/** Uses come back when a payment fails, so a link whose uses are taken is not over yet. */
const endOf = (link: LinkLimits, nowMs: number): LinkStatus =>
  linkStatus({ ...link, maxUses: null }, toIso(nowMs))

/** The one after a reminder that was due at `dueAt`: by the clock of the request, but never two in one heap. */
export function reminderAfter(
  link: Reminded,
  { nowMs, timezone, dueAt }: Clock & { dueAt: string },
): string | null {
  const days = AFTER_DAYS[link.reminded]
  if (days === undefined || link.sent >= MOST_MAILS) return null
  const atMs = daysLater(Date.parse(dueAt), days, timezone)
  return toIso(atMs - nowMs < 2 * DAY_MS ? daysLater(nowMs, days, timezone) : atMs)
}

export type ReminderTurn = { is: 'sent' } | { is: 'over' } | { is: 'later'; at: string }

/** What becomes of a reminder whose time has come, by how payers find the link. */
export function reminderTurn(
  link: Reminded,
  { status, nowMs }: { status: LinkStatus; nowMs: number },
): ReminderTurn {
  const tomorrow = { is: 'later', at: toIso(nowMs + DAY_MS) } as const
  if (link.paid > 0 || link.sent >= MOST_MAILS) return { is: 'over' }
  if (['closed', 'expired'].includes(endOf(link, nowMs))) return { is: 'over' }
  // Whoever is paying just now, or whose transfer is on its way, is not asked again.
  if (link.payments > link.failed) return tomorrow
  if (status === 'active') return { is: 'sent' }
  const { pausedUntil } = link
  return pausedUntil !== null && pausedUntil > toIso(nowMs)
    ? { is: 'later', at: pausedUntil }
    : tomorrow
}
