import { z } from 'zod'
import { BoundedMap } from './bounded-map.ts'

/** A calendar day, `2026-01-31`. The merchant's time zone decides which instants it covers. */
export type Day = string
/** A calendar month, `2026-01`. */
export type Month = string

export const Day = z.iso.date({ error: 'must be a day that exists, such as 2026-01-31' })

const LAST_DAY = '9999-12-30'

/** A day to filter by: in every time zone it has a first instant and a next day. */
export const FilterDay = Day.refine((day) => day >= '1970-01-02', {
  error: 'must be a day since 1970',
}).transform((day) => (day > LAST_DAY ? LAST_DAY : day))
export const Month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'must be a month, such as 2026-01' })

/** An instant in a time zone. `weekday` 0 is Sunday; `slot` is the six-hour part of the day, 0 to 3. */
export type LocalMoment = { day: Day; month: Month; weekday: number; slot: number }

/** There are some 420 time zones; an older time zone database may have other names for some of them. */
const MAX_ZONES = 600

const formatters = new BoundedMap<string, Intl.DateTimeFormat>(MAX_ZONES)

// Creating a formatter costs far more than using it.
function formatterFor(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(timezone, formatter)
  }
  return formatter
}

/** Returns `2026-01-31 10:20:30` in a time zone, in a form that spreadsheets read. */
export function localDateTime(instant: string, timezone: string): string {
  const { asUtcMs } = wallClock(Date.parse(instant), timezone)
  return new Date(asUtcMs).toISOString().slice(0, 19).replace('T', ' ')
}

type WallClock = { day: Day; hour: number; asUtcMs: number }

/** Time zones change their clocks at quarter hours, so the offset from UTC is constant within one. */
const QUARTER_MS = 900_000
const MAX_QUARTERS = 1000
const offsets = new BoundedMap<string, Map<number, number>>(MAX_ZONES)

/** Returns a time zone's offset from UTC during a quarter hour; undefined when it changes within it. */
function offsetIn(quarter: number, timezone: string): number | undefined {
  let zoneOffsets = offsets.get(timezone)
  if (!zoneOffsets || zoneOffsets.size > MAX_QUARTERS) {
    zoneOffsets = new Map()
    offsets.set(timezone, zoneOffsets)
  }
  const cached = zoneOffsets.get(quarter)
  if (cached !== undefined) return cached
  const firstMs = quarter * QUARTER_MS
  const lastMs = firstMs + QUARTER_MS - 1000
  const offsetMs = computeClock(firstMs, timezone).asUtcMs - firstMs
  // Long ago some clocks changed in the middle of a quarter hour.
  if (computeClock(lastMs, timezone).asUtcMs - lastMs !== offsetMs) return undefined
  zoneOffsets.set(quarter, offsetMs)
  return offsetMs
}

/** Returns the local time in the time zone, to the second. */
function wallClock(atMs: number, timezone: string): WallClock {
  const offsetMs = offsetIn(Math.floor(atMs / QUARTER_MS), timezone)
  if (offsetMs === undefined) return computeClock(atMs, timezone)
  const asUtcMs = Math.floor(atMs / 1000) * 1000 + offsetMs
  const shown = new Date(asUtcMs)
  return { day: shown.toISOString().slice(0, 10), hour: shown.getUTCHours(), asUtcMs }
}

function computeClock(atMs: number, timezone: string): WallClock {
  const parts: Record<string, string> = {}
  for (const { type, value } of formatterFor(timezone).formatToParts(atMs)) parts[type] = value
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    asUtcMs: Date.parse(
      `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`,
    ),
  }
}

/** Longer than any name of a time zone. */
const MAX_ZONE_NAME = 50

/**
 * Returns the stored name of a time zone, or undefined when there is no such zone. A renamed zone, such as
 * Asia/Kathmandu, keeps the name that was sent, although Node returns the old one. UTC has one name. Names are not
 * cached: anyone may send them, in endless spellings.
 */
export function timezoneName(name: string): string | undefined {
  if (name.length > MAX_ZONE_NAME || !/^[a-z]/i.test(name)) return undefined
  try {
    const nodeName = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    const isSame = nodeName === 'UTC' || nodeName.toLowerCase() === name.toLowerCase()
    if (isSame) return nodeName
    return /^[a-z]/.test(name) ? capitalizeName(name) : name
  } catch {
    return undefined
  }
}

const capitalizeName = (name: string): string =>
  name.toLowerCase().replace(/(^|[/_-])[a-z]/g, (first) => first.toUpperCase())

/** Returns the day, month, weekday and part of the day of an instant (epoch milliseconds) in a time zone. */
export function localMoment(atMs: number, timezone: string): LocalMoment {
  const { day, hour } = wallClock(atMs, timezone)
  return { day, month: monthOf(day), weekday: weekdayOf(day), slot: Math.floor(hour / 6) }
}

/** Returns the month of a day: `2026-01` for `2026-01-31`. */
export const monthOf = (day: Day): Month => day.slice(0, 7)

/** Returns the weekday of a day: 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Returns the day that is `days` later, or earlier for a negative number. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Returns the month that is `months` later, or earlier for a negative number. */
export function addMonths(month: Month, months: number): Month {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

/**
 * Returns the first instant of a day in a time zone, in epoch milliseconds. Days that begin at 01:00 (DST) begin there.
 */
export function startOfDayMs(day: Day, timezone: string): number {
  const [first, second] = instantsOf(Date.parse(`${day}T00:00:00Z`), timezone)
  // When both instants fall on the day, the earlier one is its start.
  const candidates = [Math.min(first, second), Math.max(first, second)]
  return candidates.find((atMs) => wallClock(atMs, timezone).day === day) ?? second
}

const MINUTE_MS = 60_000

/** Returns the local time in a time zone, in whole minutes since midnight. */
export function minuteOfDay(atMs: number, timezone: string): number {
  const { day, asUtcMs } = wallClock(atMs, timezone)
  return Math.floor((asUtcMs - Date.parse(`${day}T00:00:00Z`)) / MINUTE_MS)
}

/**
 * Returns the instant of a local time, given in minutes since midnight, in epoch milliseconds. When a clock change
 * repeats the time, the result is one of the two instants with that local time. When a clock change skips it, the
 * result is soon after the change.
 */
export function instantOfMinute(day: Day, minute: number, timezone: string): number {
  const localMs = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS
  const [first, second] = instantsOf(localMs, timezone)
  const shows = (atMs: number) => wallClock(atMs, timezone).asUtcMs === localMs
  return [second, first].find(shows) ?? Math.max(first, second)
}

/**
 * Returns two candidates for the instant at which local time equals `localMs`, a local time written as UTC. The offset
 * can change between the first guess and the instant, so it is computed twice.
 */
function instantsOf(localMs: number, timezone: string): [first: number, second: number] {
  const offsetAt = (atMs: number) =>
    wallClock(atMs, timezone).asUtcMs - Math.floor(atMs / 1000) * 1000
  const first = localMs - offsetAt(localMs)
  return [first, localMs - offsetAt(first)]
}

/** Returns epoch milliseconds as ISO 8601 text in UTC. */
export const toIso = (atMs: number): string => new Date(atMs).toISOString()
