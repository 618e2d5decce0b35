import { addDays, instantOfMinute, localMoment, minuteOfDay, toIso } from '#server/shared/day.ts'
import { type LinkLimits, type LinkStatus, linkStatus } from '../link-state.rules.ts'

/** Days from the request to the first reminder, and from the first reminder to the second. */
const REMINDER_DELAY_DAYS = [3, 4] as const
export const MAX_REMINDERS = REMINDER_DELAY_DAYS.length

/** Limit on the requests and reminders of a link together: a customer who ignored that many will ignore more. */
export const MAX_MAILS = 10

const DAY_MS = 24 * 60 * 60_000

/** Fields of a link that decide whether its customer is reminded. */
export type LinkToRemind = LinkLimits & {
  paid: number
  sent: number
  hasReminders: 0 | 1
  reminded: number
  nextReminderAt: string | null
}

export type Clock = { nowMs: number; timezone: string }

/** Returns the instant, `days` later, at the same local time in the time zone. */
const daysLater = (atMs: number, days: number, timezone: string): number =>
  instantOfMinute(
    addDays(localMoment(atMs, timezone).day, days),
    minuteOfDay(atMs, timezone),
    timezone,
  )

/** Returns the due time of the next reminder of a link in its current state; null when none is to come. */
export function nextReminderAt(link: LinkToRemind, { nowMs, timezone }: Clock): string | null {
  const days = REMINDER_DELAY_DAYS[link.reminded]
  const hasEnded = link.paid > 0 || ['closed', 'expired'].includes(lastingStatusOf(link, nowMs))
  if (link.hasReminders === 0 || link.sent === 0 || days === undefined || hasEnded) return null
  return link.nextReminderAt ?? toIso(daysLater(nowMs, days, timezone))
}

/** Returns the status without the limit on uses: a failed payment releases its use, so a used-up link can reopen. */
const lastingStatusOf = (link: LinkLimits, nowMs: number): LinkStatus =>
  linkStatus({ ...link, maxUses: null }, toIso(nowMs))

/**
 * Returns the due time of the reminder after the one that was due at `dueAt`; null when it was the last. Days count
 * from `dueAt`, or from now when less than two days would be left. So two reminders never come close together.
 */
export function reminderAfter(
  link: LinkToRemind,
  { nowMs, timezone, dueAt }: Clock & { dueAt: string },
): string | null {
  const days = REMINDER_DELAY_DAYS[link.reminded]
  if (days === undefined || link.sent >= MAX_MAILS) return null
  const atMs = daysLater(Date.parse(dueAt), days, timezone)
  return toIso(atMs - nowMs < 2 * DAY_MS ? daysLater(nowMs, days, timezone) : atMs)
}

/** `sent`: queue the mail now. `over`: send no further reminder. `later`: decide again at that instant. */
export type ReminderDecision = { is: 'sent' } | { is: 'over' } | { is: 'later'; at: string }

/** Decides what happens to a due reminder, by the status of the link for its payers. */
export function decideReminder(
  link: LinkToRemind,
  { status, nowMs }: { status: LinkStatus; nowMs: number },
): ReminderDecision {
  const tomorrow = { is: 'later', at: toIso(nowMs + DAY_MS) } as const
  if (link.paid > 0 || link.sent >= MAX_MAILS) return { is: 'over' }
  if (['closed', 'expired'].includes(lastingStatusOf(link, nowMs))) return { is: 'over' }
  // A payment is under way, such as a bank transfer, so the customer is not reminded now.
  if (link.payments > link.failed) return tomorrow
  if (status === 'active') return { is: 'sent' }
  const { pausedUntil } = link
  return pausedUntil !== null && pausedUntil > toIso(nowMs)
    ? { is: 'later', at: pausedUntil }
    : tomorrow
}
