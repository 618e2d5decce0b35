import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  instantOfMinute,
  localDateTime,
  localMoment,
  minuteOfDay,
  startOfDayMs,
  timezoneName,
} from '#server/shared/day.ts'

const zones = [
  'UTC',
  'Europe/Rome',
  'America/New_York',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'America/Santiago',
  'Pacific/Apia',
  'Australia/Lord_Howe',
]

test('an instant is in the day whose bounds surround it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') }),
      (zone, atMs) => {
        const { day, month, weekday, slot } = localMoment(atMs, zone)
        expect(startOfDayMs(day, zone)).toBeLessThanOrEqual(atMs)
        expect(startOfDayMs(addDays(day, 1), zone)).toBeGreaterThan(atMs)
        expect(month).toBe(day.slice(0, 7))
        expect(weekday).toBe(new Date(`${day}T12:00:00Z`).getUTCDay())
        expect([0, 1, 2, 3]).toContain(slot)
      },
    ),
    { numRuns: 500 },
  )
})

// Times around clock changes: on the hour, by half an hour, by a whole day, and at an odd second long ago.
const changes = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-04-04T15:00:00Z',
  '2011-12-30T10:00:00Z',
  '1893-10-31T23:10:04Z',
].map((instant) => Date.parse(instant))

test('a clock in a time zone equals the system’s own, also across clock changes', () => {
  const shown = new Map(
    zones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
    ]),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...changes),
      fc.integer({ min: -3_600, max: 3_600 }),
      (zone, changeMs, seconds) => {
        const atMs = changeMs + seconds * 1000
        expect(localDateTime(new Date(atMs).toISOString(), zone)).toBe(
          shown.get(zone)?.format(atMs),
        )
      },
    ),
    { numRuns: 3_000 },
  )
})

test.each([
  ['2026-03-29', 'Europe/Rome', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Rome', '2026-03-29T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Rome', '2026-10-25T23:00:00.000Z'],
  ['2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
  // The clock jumps from 00:00 to 01:00, so this day has no 00:00.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, instant) => {
  expect(new Date(startOfDayMs(day, zone)).toISOString()).toBe(instant)
})

test('a minute of a day is found again, and a skipped one maps to soon after', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') }),
      (zone, atMs) => {
        const { day } = localMoment(atMs, zone)
        const minute = minuteOfDay(atMs, zone)
        const found = instantOfMinute(day, minute, zone)
        // The clock may show this minute twice.
        expect(Math.abs(found - atMs)).toBeLessThan(3_600_000 + 60_000)
        expect([localMoment(found, zone).day, minuteOfDay(found, zone)]).toEqual([day, minute])
      },
    ),
    { numRuns: 500 },
  )
  const leapt = new Date(instantOfMinute('2026-03-29', 150, 'Europe/Rome')).toISOString()
  expect(leapt).toBe('2026-03-29T01:30:00.000Z')
})

test('days and months count across year and month ends', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
})

test('only existing time zones are accepted', () => {
  expect(timezoneName('Europe/Rome')).toBe('Europe/Rome')
  expect(timezoneName('eUROPE/rOME')).toBe('Europe/Rome')
  expect(timezoneName('Etc/UTC')).toBe('UTC')
  for (const renamed of ['Asia/Kathmandu', 'Europe/Kyiv', 'US/Eastern', 'America/Nuuk']) {
    expect(timezoneName(renamed)).toBe(renamed)
  }
  expect(timezoneName('asia/kathmandu')).toBe('Asia/Kathmandu')
  for (const name of ['Mars/Olympus', '', '+01:00', 'Europe/Rome\0', ' UTC', 'x'.repeat(9000)]) {
    expect([name, timezoneName(name)]).toEqual([name, undefined])
  }
})
