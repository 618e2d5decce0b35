import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#server/shared/day.ts'
import { readSearchDay } from '#server/shared/text/search-day.ts'

const today = '2026-11-23'

test.each([
  ['21 nov', '2026-11-21'],
  ['21 NOV', '2026-11-21'],
  ['Nov 21', '2026-11-21'],
  ['nov. 21', '2026-11-21'],
  ['November 21st', '2026-11-21'],
  ['Nov 21, 2025', '2025-11-21'],
  ['21 novembre 2025', '2025-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['21/11/2026', '2026-11-21'],
  ['21.11.2026', '2026-11-21'],
  ['1/2/2026', '2026-02-01'],
  ['21/11', '2026-11-21'],
  ['1º gen', '2026-01-01'],
  ['3 giugno', '2026-06-03'],
  ['7 set', '2026-09-07'],
  ['8 sept', '2026-09-08'],
  ['15 ago', '2026-08-15'],
  ['May 5', '2026-05-05'],
  // Today is not in the future, tomorrow is.
  ['23 nov', '2026-11-23'],
  ['24 nov', '2025-11-24'],
  ['31 dic', '2025-12-31'],
  // The latest that exists.
  ['29 feb', '2024-02-29'],
  // With a year it may be in the future.
  ['31/12/2026', '2026-12-31'],
])('%s is the day %s', (search, day) => {
  expect(readSearchDay(search, today)).toMatchObject({ day, rest: '' })
})

test.each([
  '',
  'rossi',
  'nov',
  'november 2026',
  '2026',
  '32 nov',
  '31 nov',
  '0 nov',
  '29 feb 2026',
  '2026-13-01',
  '2026-11-31',
  '1969-01-01',
  '21/13/2026',
  '11/21/2026',
  '21/11/26',
  '2026/017',
  '1.235,50',
  '51,00',
  '50% off',
  'TXN-21NOV',
  '21 Novak',
])('%s names no day', (search) => {
  expect(readSearchDay(search, today)).toBeUndefined()
})

test('the other words are left in their order, and the words of the day are told', () => {
  expect(readSearchDay('  rossi 21 nov  51,00 ', today)).toEqual({
    day: '2026-11-21',
    phrase: '21 nov',
    rest: 'rossi 51,00',
  })
  expect(readSearchDay('marco Nov 21, 2026', today)).toMatchObject({
    phrase: 'Nov 21, 2026',
    rest: 'marco',
  })
  expect(readSearchDay('12 21 nov', today)).toMatchObject({ day: '2026-11-21', rest: '12' })
})

const anyDay = fc.integer({ min: 1, max: 40_000 }).map((count) => addDays('1970-01-02', count))

const english =
  'January February March April May June July August September October November December'
const italian =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'

/** A day as people of either language write it, with its year and without. */
const spelt = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-')
  const at = Number(month) - 1
  const [whole = '', mese = ''] = [english.split(' ')[at], italian.split(' ')[at]]
  const short = String(Number(date))
  const names = [whole, mese, whole.slice(0, 3), mese.slice(0, 3).toUpperCase()]
  return {
    full: [
      day,
      `${date}/${month}/${year}`,
      `${short}/${Number(month)}/${year}`,
      ...names.flatMap((name) => [`${short} ${name} ${year}`, `${name} ${short}, ${year}`]),
    ],
    withoutYear: names.flatMap((name) => [`${short} ${name}`, `${name} ${short}`]),
  }
}

test('every spelling of a day with its year is that day, whatever stands around it', () => {
  const word = fc.constantFrom('rossi', '51,00', 'TXN-ABC', 'off', '1.234,50')
  fc.assert(
    fc.property(anyDay, fc.array(word), fc.array(word), (day, before, after) => {
      for (const phrase of spelt(day).full) {
        const read = readSearchDay([...before, phrase, ...after].join(' '), today)
        expect(read).toEqual({ day, phrase, rest: [...before, ...after].join(' ') })
      }
    }),
  )
})

test('without a year it is the latest such day that is not in the future', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (day, now) => {
      for (const phrase of spelt(day).withoutYear) {
        const read = readSearchDay(phrase, now)?.day
        if (read === undefined) {
          // Before 1970 there is nothing to find.
          expect(now < '1979-01-01').toBe(true)
          continue
        }
        expect(read.slice(5)).toBe(day.slice(5))
        expect(read <= now).toBe(true)
        const next = `${Number(read.slice(0, 4)) + 1}${read.slice(4)}`
        expect(next > now || day.endsWith('02-29')).toBe(true)
      }
    }),
  )
})

test('no text breaks it, and what it finds is a day', () => {
  const pieces = fc.constantFrom(
    '21',
    'nov',
    ' ',
    '/',
    '-',
    '2026',
    '11',
    ',',
    '.',
    'ş',
    '\u0000',
    '29',
    'feb',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), fc.string(), (some, more) => {
      for (const text of [some.join(''), more]) {
        const read = readSearchDay(text, today)
        if (read) expect(Number.isNaN(Date.parse(`${read.day}T00:00:00Z`))).toBe(false)
      }
    }),
  )
})
