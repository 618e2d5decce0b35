import { expect, test } from 'vitest'
import { localDateTime } from '#server/shared/day.ts'
import { offsetPeriods } from '#server/shared/zone-offsets.ts'

const zones = [
  'UTC',
  'Europe/Rome',
  'America/New_York',
  'America/Havana',
  'America/St_Johns',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
]

test.each(zones)('the offsets of %s match its clocks through a year', (zone) => {
  const fromMs = Date.parse('2011-01-15T23:59:59.999Z')
  const toMs = Date.parse('2012-01-20T00:00:00.000Z')
  const periods = offsetPeriods(fromMs, toMs, zone)
  const wrong: string[] = []

  // An odd number of minutes covers every part of an hour.
  for (let atMs = fromMs; atMs <= toMs; atMs += 181 * 60_000) {
    const period = periods.findLast((some) => some.fromMs <= atMs)
    const shown = new Date(atMs + (period?.offsetS ?? Number.NaN) * 1000).toISOString()
    const at = new Date(atMs).toISOString()
    if (shown.slice(0, 19).replace('T', ' ') !== localDateTime(at, zone)) wrong.push(at)
  }

  expect(wrong).toEqual([])
})

test('clock changes happen at the exact second', () => {
  const periods = offsetPeriods(
    Date.parse('2026-03-01T00:00:00.000Z'),
    Date.parse('2026-11-01T00:00:00.000Z'),
    'Europe/Rome',
  )

  expect(periods.map(({ fromMs, offsetS }) => [new Date(fromMs).toISOString(), offsetS])).toEqual([
    ['2026-03-01T00:00:00.000Z', 3600],
    ['2026-03-29T01:00:00.000Z', 7200],
    ['2026-10-25T01:00:00.000Z', 3600],
  ])
})
