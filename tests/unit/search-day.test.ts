import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#server/shared/day.ts'
import { readSearchDays } from '#server/shared/text/search-day.ts'

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
  // The latest 29 February.
  ['29 feb', '2024-02-29'],
  // A day with a year may be in the future.
  ['31/12/2026', '2026-12-31'],
])('%s is the day %s', (search, day) => {
  expect(readSearchDays(search, today)).toMatchObject({ from: day, to: day, rest: '' })
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
])('%s is not a day', (search) => {
  expect(readSearchDays(search, today)).toBeUndefined()
})

test('the other words keep their order, and the words of the day are returned', () => {
  expect(readSearchDays('  rossi 21 nov  51,00 ', today)).toEqual({
    from: '2026-11-21',
    to: '2026-11-21',
    phrase: '21 nov',
    rest: 'rossi 51,00',
  })
  expect(readSearchDays('marco Nov 21, 2026', today)).toMatchObject({
    phrase: 'Nov 21, 2026',
    rest: 'marco',
  })
  expect(readSearchDays('12 21 nov', today)).toMatchObject({ from: '2026-11-21', rest: '12' })
})

const anyDay = fc.integer({ min: 1, max: 40_000 }).map((count) => addDays('1970-01-02', count))

const english =
  'January February March April May June July August September October November December'
const italian =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'

/** Returns the spellings of a day in both languages, with its year and without. */
const spellings = (day: string) => {
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

test('every spelling of a day with its year is that day, with any words around it', () => {
  const word = fc.constantFrom('rossi', '51,00', 'TXN-ABC', 'off', '1.234,50')
  fc.assert(
    fc.property(anyDay, fc.array(word), fc.array(word), (day, before, after) => {
      for (const phrase of spellings(day).full) {
        const read = readSearchDays([...before, phrase, ...after].join(' '), today)
        expect(read).toEqual({ from: day, to: day, phrase, rest: [...before, ...after].join(' ') })
      }
    }),
  )
})

test('a day without a year is the latest such day that is not in the future', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (day, now) => {
      for (const phrase of spellings(day).withoutYear) {
        const read = readSearchDays(phrase, now)?.from
        if (read === undefined) {
          // Days before 1970 cannot be found.
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

test('no text causes an error, and each match is a day', () => {
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
    'ieri',
    'last ',
    'lunedì',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), fc.string(), (some, more) => {
      for (const text of [some.join(''), more]) {
        const read = readSearchDays(text, today)
        for (const day of read ? [read.from, read.to] : []) {
          expect(Number.isNaN(Date.parse(`${day}T00:00:00Z`))).toBe(false)
        }
      }
    }),
  )
})

test.each([
  ['today', '2026-11-23', '2026-11-23'],
  ['oggi', '2026-11-23', '2026-11-23'],
  ['Ieri', '2026-11-22', '2026-11-22'],
  ['yesterday', '2026-11-22', '2026-11-22'],
  ['l’altro ieri', '2026-11-21', '2026-11-21'],
  // Today is a Monday.
  ['lunedì', '2026-11-23', '2026-11-23'],
  ['lunedì scorso', '2026-11-16', '2026-11-16'],
  ['last Monday', '2026-11-16', '2026-11-16'],
  ['martedi', '2026-11-17', '2026-11-17'],
  ['Tuesday', '2026-11-17', '2026-11-17'],
  ['domenica', '2026-11-22', '2026-11-22'],
  ['domenica scorsa', '2026-11-22', '2026-11-22'],
  ['questa settimana', '2026-11-23', '2026-11-23'],
  ['last week', '2026-11-16', '2026-11-22'],
  ['scorsa settimana', '2026-11-16', '2026-11-22'],
  ['settimana scorsa', '2026-11-16', '2026-11-22'],
  ['mese scorso', '2026-10-01', '2026-10-31'],
  ['il mese scorso', '2026-10-01', '2026-10-31'],
  ['la settimana scorsa', '2026-11-16', '2026-11-22'],
  ['scorso venerdì', '2026-11-20', '2026-11-20'],
  ['lo scorso venerdì', '2026-11-20', '2026-11-20'],
  ['questo mese', '2026-11-01', '2026-11-23'],
  ['altroieri', '2026-11-21', '2026-11-21'],
  ['domenica 15 novembre', '2026-11-15', '2026-11-15'],
  ['di ieri', '2026-11-22', '2026-11-22'],
  ['della scorsa settimana', '2026-11-16', '2026-11-22'],
  ['of the last week', '2026-11-16', '2026-11-22'],
  ['del 21 novembre', '2026-11-21', '2026-11-21'],
  ['on Tuesday', '2026-11-17', '2026-11-17'],
  ['dell’altro ieri', '2026-11-21', '2026-11-21'],
  ['questo trimestre', '2026-10-01', '2026-11-23'],
  ['last quarter', '2026-07-01', '2026-09-30'],
  ['trimestre scorso', '2026-07-01', '2026-09-30'],
  ['quest’anno', '2026-01-01', '2026-11-23'],
  ['l’anno scorso', '2025-01-01', '2025-12-31'],
  ['last 7 days', '2026-11-17', '2026-11-23'],
  ['ultimi 30 giorni', '2026-10-25', '2026-11-23'],
])('%s is %s to %s', (search, from, to) => {
  expect(readSearchDays(`rossi ${search}`, today)).toMatchObject({ from, to, rest: 'rossi' })
  expect(readSearchDays(`${search} rossi`, today)).toMatchObject({ from, to, rest: 'rossi' })
})

test('a word that is part of names is not searched in texts, other days are', () => {
  expect(readSearchDays('ieri', today)?.phrase).toBeUndefined()
  expect(readSearchDays('today', today)?.phrase).toBeUndefined()
  expect(readSearchDays('Domenica', today)?.phrase).toBe('Domenica')
  expect(readSearchDays('la scorsa settimana', today)?.phrase).toBe('scorsa settimana')
})

test.each(['week', 'scorsa', 'last', 'monda', 'luned', 'constructor', 'ieri2'])(
  '%s is not a range of days',
  (search) => {
    expect(readSearchDays(search, today)).toBeUndefined()
  },
)

test('a date counts before the name of a weekday, which may be the name of a customer', () => {
  expect(readSearchDays('Domenica Rossi 21/11/2026', today)).toMatchObject({
    from: '2026-11-21',
    to: '2026-11-21',
    rest: 'Domenica Rossi',
  })
})
