import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountInSearch, readAmount } from '#server/shared/money/amount-text.ts'
import { type Currency, decimalFromMinor } from '#server/shared/money/money.ts'

const amountOf = (text: string) => {
  const reading = readAmount(text)
  return reading.kind === 'amount' ? reading.amount : reading
}

test.each([
  ['24,90', '24.90'],
  ['24.90', '24.90'],
  ['24.9', '24.90'],
  ['24,9', '24.90'],
  ['24', '24.00'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1.234.567', '1234567.00'],
  ['1,234,567.8', '1234567.80'],
  ['1 234,50', '1234.50'],
  ['1 234', '1234.00'],
  ['1\u00a0234,50', '1234.50'],
  ['1\u202f234,50', '1234.50'],
  ["1'234.50", '1234.50'],
  ['1’234,50', '1234.50'],
  ['12’345’678.05', '12345678.05'],
  ['.5', '0.50'],
  [',05', '0.05'],
  ['007,50', '7.50'],
  [' 24,90 ', '24.90'],
  ['99,999,999.99', '99999999.99'],
])('%j is %s', (text, amount) => {
  expect(readAmount(text)).toEqual({ kind: 'amount', amount, currency: undefined })
})

test.each([
  ['€ 24,90', '24.90', 'EUR'],
  ['24,90 €', '24.90', 'EUR'],
  ['24,90\u00a0€', '24.90', 'EUR'],
  ['$1,234.50', '1234.50', 'USD'],
  ['£5', '5.00', 'GBP'],
  ['EUR 24.90', '24.90', 'EUR'],
  ['24.90 eur', '24.90', 'EUR'],
  ['$24.90 USD', '24.90', 'USD'],
])('%j is %s of %s', (text, amount, currency) => {
  expect(readAmount(text)).toEqual({ kind: 'amount', amount, currency })
})

test.each([
  ['1,234', ['1234.00', '1.23']],
  ['1.234', ['1234.00', '1.23']],
  ['12.345', ['12345.00', '12.35']],
  ['100,000', ['100000.00', '100.00']],
  ['€ 1.234', ['1234.00', '1.23']],
])('%j is ambiguous', (text, amounts) => {
  expect(readAmount(text)).toMatchObject({ kind: 'ambiguous', amounts })
})

test.each([
  ['abc', 'shape'],
  ['1e3', 'shape'],
  ['0x10', 'shape'],
  ['24.', 'shape'],
  ['1.234.56', 'shape'],
  ['12,34,567.00', 'shape'],
  ['12 34', 'shape'],
  ['1 234’567', 'shape'],
  ['4242 4242 4242 4242', 'shape'],
  ['+5', 'shape'],
  ['--5', 'shape'],
  ['-x', 'shape'],
  ['€', 'shape'],
  ['1.2345', 'decimals'],
  ['0,123', 'decimals'],
  ['1,234.567', 'decimals'],
  ['1234.567', 'decimals'],
  ['٢٤٫٩٠', 'foreign_digits'],
  ['२४.९०', 'foreign_digits'],
  ['２４.９０', 'foreign_digits'],
  ['-3', 'negative'],
  ['−24,90', 'negative'],
  ['-€24.90', 'negative'],
  ['€-24.90', 'negative'],
  ['0', 'zero'],
  ['0,00', 'zero'],
  ['10000000000', 'too_large'],
  ['10,000,000,000.00', 'too_large'],
  ['$100,000,000', 'too_large'],
  ['1'.repeat(400), 'too_large'],
  ['€ 5 $', 'two_currencies'],
])('%j is refused: %s', (text, reason) => {
  expect(readAmount(text)).toEqual({ kind: 'refused', reason })
})

test.each<[string, Currency, unknown]>([
  ['1.200', 'JPY', '1200.00'],
  ['1,200', 'JPY', '1200.00'],
  ['¥1,200', 'JPY', '1200.00'],
  ['1200 JPY', 'JPY', '1200.00'],
  ['1.000', 'JPY', '1000.00'],
  ['1200,00', 'JPY', '1200.00'],
  ['1.200,00', 'JPY', '1200.00'],
  ['1.200.000', 'VND', '1200000.00'],
  ['9.999.999.999', 'JPY', '9999999999.00'],
  ['1.20', 'JPY', { kind: 'refused', reason: 'fraction' }],
  ['0,5', 'JPY', { kind: 'refused', reason: 'fraction' }],
  ['1.200,50', 'JPY', { kind: 'refused', reason: 'fraction' }],
  ['1234.567', 'JPY', { kind: 'refused', reason: 'fraction' }],
  ['10.000.000.000', 'JPY', { kind: 'refused', reason: 'too_large' }],
  ['100000000', 'USD', { kind: 'refused', reason: 'too_large' }],
  ['100000000', 'IDR', '100000000.00'],
  ['1.23', 'KWD', '1.23'],
  ['1234.560', 'KWD', '1234.56'],
  ['0.500', 'KWD', '0.50'],
  ['1234.567', 'KWD', { kind: 'refused', reason: 'thousandth' }],
  ['0.0001', 'KWD', { kind: 'refused', reason: 'thousandth' }],
  ['1.234', 'HUF', { kind: 'ambiguous', amounts: ['1234.00', '1.23'], currency: undefined }],
  ['1.230', 'KWD', { kind: 'ambiguous', amounts: ['1230.00', '1.23'], currency: undefined }],
  ['$5', 'CAD', '5.00'],
  ['$5 CAD', 'USD', '5.00'],
  ['¥5', 'CNY', '5.00'],
  ['CN¥ 5 JPY', 'CNY', { kind: 'refused', reason: 'two_currencies' }],
])('%j is read with %s expected', (text, wanted, found) => {
  const reading = readAmount(text, wanted)
  expect(reading.kind === 'amount' ? reading.amount : reading).toEqual(found)
})

test('a sign shared by several currencies means the expected one', () => {
  expect(readAmount('$5', 'CAD')).toMatchObject({ currency: 'CAD' })
  expect(readAmount('$5', 'EUR')).toMatchObject({ currency: 'USD' })
  expect(readAmount('$5 CAD')).toMatchObject({ currency: 'CAD' })
  expect(readAmount('¥5')).toMatchObject({ currency: 'JPY' })
})

test.each(['', '  ', '\u00a0', '\t'])('%j is blank', (text) => {
  expect(readAmount(text)).toEqual({ kind: 'blank' })
})

// Amounts up to the maximum that every currency permits.
const minor = fc.integer({ min: 1, max: 9_999_999_999 })
const locales = ['it-IT', 'en-US', 'de-DE', 'de-CH', 'fr-FR', 'es-ES', 'pt-PT', 'sv-SE', 'pl-PL']

test('an amount written with two decimals in any country is read correctly, also with its currency sign', () => {
  fc.assert(
    fc.property(minor, fc.constantFrom(...locales), fc.boolean(), (cents, locale, isMoney) => {
      const amount = decimalFromMinor(cents)
      const style = isMoney ? ({ style: 'currency', currency: 'EUR' } as const) : {}
      const format = new Intl.NumberFormat(locale, { ...style, minimumFractionDigits: 2 })

      expect(amountOf(format.format(amount as Intl.StringNumericLiteral))).toBe(amount)
    }),
  )
})

/** Texts like mistyped amounts: digits, separators, signs. */
const randomText = fc
  .array(fc.constantFrom('0', '1', '7', '00', '234', '.', ',', ' ', '’', '-', '€'), {
    maxLength: 9,
  })
  .map((parts) => parts.join(''))

test('an amount consists of the digits of the text, in their order, and of no others', () => {
  fc.assert(
    fc.property(fc.oneof(randomText, fc.string()), (text) => {
      const reading = readAmount(text)
      if (reading.kind !== 'amount') return
      const significant = (digits: string) => digits.replace(/\D/g, '').replace(/^0+|0+$/g, '')
      expect(significant(reading.amount)).toBe(significant(text))
    }),
  )
})

test('the last separator before one or two digits starts the decimals, so no amount grows a hundredfold', () => {
  const decimals = fc.tuple(randomText, fc.constantFrom('.', ','), fc.constantFrom('5', '05', '90'))
  fc.assert(
    fc.property(decimals, ([start, separator, fraction]) => {
      const reading = readAmount(`${start}${separator}${fraction}`)
      if (reading.kind !== 'amount') return
      expect(reading.amount.split('.')[1]).toBe(fraction.padEnd(2, '0'))
    }),
  )
})

test('point and comma are treated the same', () => {
  const swapped = (text: string) =>
    text.replace(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'))
  fc.assert(
    fc.property(randomText, (text) => {
      expect(readAmount(swapped(text))).toEqual(readAmount(text))
    }),
  )
})

test('a printed reading is read as the same amount again', () => {
  fc.assert(
    fc.property(randomText, (text) => {
      const reading = readAmount(text)
      const amounts = reading.kind === 'ambiguous' ? reading.amounts : []
      const all = reading.kind === 'amount' ? [reading.amount] : amounts
      for (const amount of all.filter((each) => each !== '0.00')) {
        expect(amountOf(amount)).toBe(amount)
      }
    }),
  )
})

test.each([
  ['35,50', '35.50'],
  ['35,5', '35.5'],
  ['35,', '35'],
  ['€35,50', '35.50'],
  ['1.234,50', '1234.50'],
  ['1,234', '1234'],
  ['1.234', '1234'],
  ['234,50', '234.50'],
  ['35', '35'],
  ['rossi', undefined],
  ['1.2345', undefined],
  ['2026/017', undefined],
])('a search for %j looks for the amount %s', (text, part) => {
  expect(amountInSearch(text)).toBe(part)
})

test('a stored amount is found by the notation of any country', () => {
  fc.assert(
    fc.property(minor, fc.constantFrom(...locales), (cents, locale) => {
      const amount = decimalFromMinor(cents)
      const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })

      expect(amountInSearch(format.format(amount as Intl.StringNumericLiteral))).toBe(amount)
    }),
  )
})
