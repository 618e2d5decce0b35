import { addDays, type Day } from '#server/shared/day.ts'
import { isDeclineCode } from '#server/shared/reasons/decline-codes.ts'

/** Revenue of a business day, in minor units. */
export type DayRevenue = { day: Day; amount: number }

export type Anomaly = DayRevenue & {
  /** Mean of the `TRAILING_DAYS` days before, in minor units, rounded. */
  usual: number
}

/** Number of preceding days whose mean is the usual revenue. */
export const TRAILING_DAYS = 14
/** An unusual day is more than this many standard deviations from the mean. */
const DEVIATIONS = 3
/** An unusual day also differs from the mean by at least this share of the mean. */
const MIN_SHARE = 0.5
/** Minimum number of preceding days with revenue; with fewer, the mean is meaningless. */
const MIN_ACTIVE_DAYS = 7
const MAX_ANOMALIES = 3

/** Returns every day of a span, including days without revenue. */
export function fillDays(rows: readonly DayRevenue[], from: Day, to: Day): DayRevenue[] {
  const amounts = new Map(rows.map(({ day, amount }) => [day, amount]))
  const days: DayRevenue[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    days.push({ day, amount: amounts.get(day) ?? 0 })
  }
  return days
}

/**
 * Returns the days furthest from the mean of the 14 days before each, furthest first. The first 14 days serve only as
 * history, since too few days precede them.
 */
export function anomaliesIn(days: readonly DayRevenue[]): Anomaly[] {
  return days
    .flatMap(({ day, amount }, index) => {
      if (index < TRAILING_DAYS) return []
      const before = days.slice(index - TRAILING_DAYS, index)
      if (before.filter((each) => each.amount > 0).length < MIN_ACTIVE_DAYS) return []
      const mean = sumOf(before) / before.length
      const variance =
        before.reduce((sum, each) => sum + (each.amount - mean) ** 2, 0) / before.length
      const distance = Math.abs(amount - mean)
      const isUnusual = distance > DEVIATIONS * Math.sqrt(variance) && distance >= MIN_SHARE * mean
      return isUnusual ? [{ day, amount, usual: Math.round(mean), distance }] : []
    })
    .toSorted((a, b) => b.distance - a.distance || (a.day < b.day ? 1 : -1))
    .slice(0, MAX_ANOMALIES)
    .map(({ distance: _, ...anomaly }) => anomaly)
}

export const sumOf = (days: readonly DayRevenue[]): number =>
  days.reduce((sum, { amount }) => sum + amount, 0)

/** Returns the best day and the weakest day that has revenue; of equal days, the later one. */
export function extremesOf(days: readonly DayRevenue[]): {
  best: DayRevenue | undefined
  weakest: DayRevenue | undefined
} {
  const active = days.filter(({ amount }) => amount > 0)
  const later = (a: DayRevenue, b: DayRevenue) => (a.day < b.day ? 1 : -1)
  const [best] = active.toSorted((a, b) => b.amount - a.amount || later(a, b))
  const [weakest] = active.toSorted((a, b) => a.amount - b.amount || later(a, b))
  return { best, weakest: active.length > 1 ? weakest : undefined }
}

/** Counts failures per decline code. Any other reason may name a person, so it counts as `other`. */
export function reasonCounts(
  rows: readonly { failureReason: string | null; count: number }[],
): { reason: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { failureReason, count } of rows) {
    const isDeclineReason = failureReason !== null && isDeclineCode(failureReason)
    const reason = isDeclineReason ? failureReason : 'other'
    counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
}

const emailPattern = /\S+@\S+/g
/** Nine or more digits, possibly separated: telephone and account numbers. */
const longNumberPattern = /\+?\d(?:[ ().-]?\d){8,}/g
const idPattern = /\b(?:txn|cus|mer|key|evt|int|req|usr|user)_\w+|\bTXN-\w+/gi

/** Replaces e-mail addresses, ids and long numbers in a prompt, so the model receives no personal data. */
export const removePersonalData = (prompt: string): string =>
  prompt
    .replaceAll(emailPattern, '[address]')
    .replaceAll(idPattern, '[id]')
    .replaceAll(longNumberPattern, '[number]')
