import { useEffect, useState } from 'react'
import { type Day, localMoment, type Month } from '#server/shared/day.ts'
import { locale } from '../language-for.ts'

/** Returns the current calendar day in a time zone. */
export const todayIn = (timezone: string): Day => localMoment(Date.now(), timezone).day

const mediumDay = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' })

/** Returns "Nov 3, 2026" for the day 2026-11-03. */
export const formatFullDay = (day: Day): string => mediumDay.format(new Date(`${day}T00:00:00Z`))

const dayInWeek = new Intl.DateTimeFormat(locale, {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** Returns "Wed, Nov 4" for the day 2026-11-04. */
export const formatWeekday = (day: Day): string => dayInWeek.format(new Date(`${day}T00:00:00Z`))

const shortWeekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' })

/** Returns "Wed" for the day 2026-11-04. */
export const formatShortWeekday = (day: Day): string =>
  shortWeekday.format(new Date(`${day}T00:00:00Z`))

const weekdayName = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' })

/** Returns "Wednesday" for the day 2026-11-04. */
export const formatWeekdayName = (day: Day): string =>
  weekdayName.format(new Date(`${day}T00:00:00Z`))

/** Returns "Nov 16 – 22, 2026" for the days from 2026-11-16 to 2026-11-22. */
export const formatSpan = (from: Day, to: Day): string =>
  mediumDay.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))

const monthIn = (style: 'short' | 'long') =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: style, year: 'numeric' })

const months = { short: monthIn('short'), long: monthIn('long') }

/** Returns "November 2026" for the month 2026-11, or "Nov 2026". */
export const formatMonth = (month: Month, style: 'short' | 'long' = 'long'): string =>
  months[style].format(new Date(`${month}-01T00:00:00Z`))

const DAY_MS = 86_400_000

/** Returns true when the instant is not in the future. */
export const hasPassed = (at: string): boolean => Date.parse(at) <= Date.now()

/** Returns the instant that many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

const now = (): string => new Date().toISOString()

/** Returns the current instant, updated every `everyMs`. */
export function useNow(everyMs: number): string {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return at
}
