import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from '#client/lib/words/format.ts'
import { reportNumbersFor } from '#server/features/openai/report-numbers.ts'
import { NewTransaction } from '#server/features/transactions/new-transaction.schema.ts'
import {
  minorOfStripe,
  stripeAmountOf,
  stripeLimitsOf,
} from '#server/services/processors/stripe/stripe-amount.rules.ts'
import { readAmount } from '#server/shared/money/amount-text.ts'
import {
  currencies,
  defaultCurrencies,
  digitsOf,
  faultOf,
  rulesOf,
} from '#server/shared/money/currencies.ts'
import {
  type Currency,
  decimalFromMinor,
  minorFromDecimal,
  printedDecimal,
} from '#server/shared/money/money.ts'
import { payment } from '../support/make.ts'

/** Currencies as the processor's documentation lists them. */
const ZERO_DECIMAL = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const SENT_IN_HUNDREDTHS = ['ISK', 'UGX']
const THREE_DECIMAL = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

const anyCurrency = fc.constantFrom(...currencies)

/** A payable amount with its currency. */
const payable = anyCurrency.chain((currency) => {
  const { step, largest } = rulesOf(currency)
  return fc
    .integer({ min: 1, max: largest / step })
    .map((steps) => ({ currency, amount: steps * step }))
})

const normalizeSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each(currencies)('%s has consistent digits, step, limit and Stripe amounts', (currency) => {
  const { digits, step, largest } = rulesOf(currency)
  const { least, most } = stripeLimitsOf(currency)
  const isWhole = ZERO_DECIMAL.includes(currency) || SENT_IN_HUNDREDTHS.includes(currency)

  expect(digits).toBe(isWhole ? 0 : THREE_DECIMAL.includes(currency) ? 3 : 2)
  expect(step).toBe(isWhole ? 100 : 1)
  expect(stripeAmountOf(step, currency)).toBe(
    ZERO_DECIMAL.includes(currency) ? 1 : THREE_DECIMAL.includes(currency) ? 10 : step,
  )
  expect(largest % step).toBe(0)
  expect(largest).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER / 9000)
  expect((least ?? 0) % step).toBe(0)
  expect(most ?? largest).toBeLessThanOrEqual(largest)
})

test('each code has three letters, is unique, and has an Italian and an English name', () => {
  expect(currencies.length).toBeGreaterThanOrEqual(135)
  expect(new Set(currencies).size).toBe(currencies.length)
  expect(currencies.slice(0, 3)).toEqual(defaultCurrencies)
  for (const locale of ['en', 'it']) {
    const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' })
    expect(currencies.filter((each) => !/^[A-Z]{3}$/.test(each) || !names.of(each))).toEqual([])
  }
})

test.each<[Currency, string, number]>([
  ['JPY', '1200', 1200],
  ['ISK', '5', 500],
  ['UGX', '5', 500],
  ['KWD', '1.23', 1230],
  ['HUF', '1234.50', 123_450],
  ['TWD', '0.01', 1],
  ['USD', '12.34', 1234],
  ['IDR', '1000.50', 100_050],
])('Stripe gets %s %s as %i', (currency, text, stripeAmount) => {
  const amount = minorFromDecimal(text) ?? 0

  expect(stripeAmountOf(amount, currency)).toBe(stripeAmount)
  expect(minorOfStripe(stripeAmount, currency)).toBe(amount)
})

test('each amount returned by Stripe equals the amount sent', () => {
  fc.assert(
    fc.property(payable, ({ amount, currency }) => {
      const stripeAmount = stripeAmountOf(amount, currency)

      expect(Number.isSafeInteger(stripeAmount)).toBe(true)
      expect(minorOfStripe(stripeAmount, currency)).toBe(amount)
    }),
  )
})

test('an amount that hundredths cannot express is refused, in both directions', () => {
  expect(() => stripeAmountOf(120_050, 'JPY')).toThrow(RangeError)
  expect(() => stripeAmountOf(550, 'ISK')).toThrow(RangeError)
  expect(() => stripeAmountOf(0.5, 'USD')).toThrow(RangeError)
  expect(() => minorOfStripe(1234, 'KWD')).toThrow(RangeError)
  expect(() => minorOfStripe(550, 'UGX')).toThrow(RangeError)
  expect(() => minorOfStripe(2 ** 53, 'JPY')).toThrow(RangeError)
})

test('the smallest amount is known for each currency where Stripe publishes it', () => {
  expect(stripeLimitsOf('USD')).toEqual({ least: 50, most: 99_999_999 })
  expect(stripeLimitsOf('JPY')).toEqual({ least: 5000, most: null })
  expect(stripeLimitsOf('HUF')).toEqual({ least: 17_500, most: null })
  expect(stripeLimitsOf('KWD')).toEqual({ least: null, most: 9_999_999 })
})

test('hundredths survive the conversion to text and back', () => {
  fc.assert(
    fc.property(payable, ({ amount, currency }) => {
      expect(minorFromDecimal(decimalFromMinor(amount))).toBe(amount)
      const printed = printedDecimal(amount, currency)
      expect(Number(printed) * 100).toBeCloseTo(amount, 1)
      expect(printed.split('.')[1]?.length ?? 0).toBe(rulesOf(currency).digits)
    }),
  )
})

test('printing never rounds, and shows the digits of the currency', () => {
  fc.assert(
    fc.property(payable, ({ amount, currency }) => {
      const printed = formatMoney(decimalFromMinor(amount), currency)
      const figure = printedDecimal(amount, currency)
      // The number without sign and grouping.
      const number = /\d[\d,]*(?:\.\d+)?/.exec(printed)?.[0].replaceAll(',', '')
      expect(number).toBe(figure)
      expect(reportNumbersFor('en').money(amount, currency)).toBe(printed)
    }),
  )
})

test.each([
  ['1200.00', 'JPY', '¥1,200'],
  ['1234.50', 'HUF', 'HUF 1,234.50'],
  ['0.40', 'IDR', 'IDR 0.40'],
  ['1.23', 'KWD', 'KWD 1.230'],
  ['5.00', 'ISK', 'ISK 5'],
  ['1234.50', 'USD', '$1,234.50'],
  ['1234.50', 'CAD', 'CA$1,234.50'],
  // Such an amount is never stored, because JPY has no decimals. If one were, its fraction would be printed.
  ['1200.50', 'JPY', '¥1,200.5'],
  ['12.34', 'XXZ', 'XXZ 12.34'],
])('%s of %s is printed as %s', (amount, currency, printed) => {
  expect(normalizeSpaces(formatMoney(amount, currency))).toBe(printed)
})

test('a printed amount is read as the same amount', () => {
  const locales = fc.constantFrom('en-US', 'it-IT')
  fc.assert(
    fc.property(payable, locales, ({ amount, currency }, locale) => {
      const language = locale === 'it-IT' ? 'it' : 'en'
      const reading = readAmount(reportNumbersFor(language).money(amount, currency), currency)
      // "KWD 1.230" may also mean 1,230 dinars: then the reading contains both amounts.
      const read = reading.kind === 'ambiguous' ? reading.amounts : [reading]
      const wanted = decimalFromMinor(amount)
      expect(read).toContainEqual(
        reading.kind === 'ambiguous' ? wanted : { kind: 'amount', amount: wanted, currency },
      )
    }),
  )
})

test('an amount that its currency cannot express is refused at the amount field', () => {
  const issuesOf = (amount: string, currency: Currency) =>
    NewTransaction.safeParse(payment({ amount, currency })).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    )

  expect(issuesOf('1200.00', 'JPY')).toBeUndefined()
  expect(issuesOf('1200', 'JPY')).toBeUndefined()
  expect(issuesOf('9999999999.99', 'IDR')).toBeUndefined()
  expect(issuesOf('1200.50', 'JPY')).toEqual([
    'amount: must be a whole number, because JPY has no smaller unit',
  ])
  expect(issuesOf('100000000', 'USD')).toEqual(['amount: must be at most 99999999.99 in USD'])
  expect(issuesOf('9999999999.99', 'JPY')).toEqual(['amount: must be at most 9999999999.00 in JPY'])
  expect(issuesOf('1.234', 'KWD')?.[0]).toMatch(/^amount: must be a decimal text/)
})

test('an invalid amount is reported for each currency by its step and its limit only', () => {
  fc.assert(
    fc.property(anyCurrency, fc.integer({ min: 1, max: 2 ** 50 }), (currency, amount) => {
      const { step, largest } = rulesOf(currency)
      const isPayable = amount <= largest && amount % step === 0
      expect(faultOf(amount, currency) === undefined).toBe(isPayable)
    }),
  )
})

test('a code missing from the currency table has two digits', () => {
  expect(digitsOf('XXX')).toBe(2)
  expect(digitsOf('constructor')).toBe(2)
})
