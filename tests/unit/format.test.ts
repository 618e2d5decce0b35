import { afterEach, expect, test, vi } from 'vitest'
import {
  decimalSignIn,
  formatChange,
  formatElapsed,
  formatMoment,
  writtenAmount,
} from '#client/lib/words/format.ts'
import { moneyFormat } from '#server/shared/money/currencies.ts'

const normalizeSpaces = (text: string) => text.replaceAll('\u202f', ' ')

afterEach(() => {
  vi.useRealTimers()
})

test('a moment omits the current year of the time zone, and no other', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T23:30:00Z') })
  expect(normalizeSpaces(formatMoment('2026-11-21T21:57:00Z', 'UTC'))).toBe('Nov 21, 9:57 PM')
  expect(normalizeSpaces(formatMoment('2025-11-21T21:57:00Z', 'UTC'))).toBe('Nov 21, 2025, 9:57 PM')
  // In Rome it is already the next year.
  expect(normalizeSpaces(formatMoment('2026-11-21T21:57:00Z', 'Europe/Rome'))).toBe(
    'Nov 21, 2026, 10:57 PM',
  )
  expect(normalizeSpaces(formatMoment('2026-12-31T23:10:00Z', 'Europe/Rome'))).toBe(
    'Jan 1, 12:10 AM',
  )
})

test.each([
  [4.2, '+4.2%'],
  [-100, '−100.0%'],
  [999, '+999.0%'],
  [1000, 'more than 10 times'],
])('a change of %d percent reads %s', (percent, words) => {
  expect(formatChange(percent)).toBe(words)
})

test('thousands are grouped in Italian too, where Intl would start at ten thousand', () => {
  const euros = new Intl.NumberFormat('it-IT', moneyFormat('EUR'))
  expect(normalizeSpaces(euros.format(7051.61)).replaceAll('\u00a0', ' ')).toBe('7.051,61 €')
})

test.each([
  ['it-IT', '1234,50', '0,05'],
  ['en-US', '1234.50', '0.05'],
])('a field starts with an amount in the notation of %s', (locale, money, anyMoney) => {
  const sign = decimalSignIn(locale)
  expect(writtenAmount('1234.50', 'EUR', sign)).toBe(money)
  expect(writtenAmount('0.05', undefined, sign)).toBe(anyMoney)
  expect(writtenAmount('1200.00', 'JPY', sign)).toBe('1200')
})

test.each([
  [400, '0 s'],
  [23_000, '23 s'],
  [60_000, '1 min'],
  [250_000, '4 min 10 s'],
  [3_600_000, '1 h'],
  [11_100_000, '3 h 5 min'],
  [47 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 days'],
  [130 * 3_600_000, '5 days'],
])('%i ms are shown as %s', (ms, words) => {
  expect(formatElapsed(ms)).toBe(words)
})
