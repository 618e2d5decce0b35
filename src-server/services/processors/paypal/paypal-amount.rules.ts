import { rulesOf } from '#server/shared/money/currencies.ts'
import { Currency, decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import type { Money } from './paypal-resources.schema.ts'

/** Currencies that PayPal accepts: https://developer.paypal.com/api/rest/reference/currency-codes */
const currencies: ReadonlySet<string> = new Set([
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'HUF',
  'ILS',
  'JPY',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SEK',
  'SGD',
  'THB',
  'TWD',
  'USD',
])

/** Currencies in which PayPal accepts no decimals, although two of them have hundredths. */
const wholeCurrencies: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

/** Largest amount of a payment that PayPal accepts, in hundredths. */
const MAX_AMOUNT: Minor = 999_999_999

/** Returns the limits of one payment: its currency, the step of its amount and the largest amount. */
export const payPalLimitsOf = (currency: string) => ({
  takesCurrency: currencies.has(currency),
  least: null,
  most: MAX_AMOUNT,
  ...(wholeCurrencies.has(currency) && { step: 100 }),
})

/** Converts hundredths to PayPal's text: 1234 is "12.34" in euros, and 120000 is "1200" in yen and forints. */
export function payPalMoneyOf(amount: Minor, currency: string): Money {
  const text = decimalFromMinor(amount)
  if (!wholeCurrencies.has(currency)) return { currency_code: currency, value: text }
  if (amount % 100 !== 0) throw new RangeError(`PayPal takes no decimals in ${currency}`)
  return { currency_code: currency, value: text.slice(0, -3) }
}

/**
 * Converts PayPal's amount of a payment in `currency` to hundredths.
 * @throws RangeError when it is in another currency, or hundredths cannot represent it: a wrong sum must never be
 * stored.
 */
export function minorOfPayPal({ currency_code: code, value }: Money, currency: string): Minor {
  if (code !== currency)
    throw new RangeError(`an amount from PayPal is in ${code}, not ${currency}`)
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(value) ?? []
  const amount = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  const { step } = rulesOf(Currency.parse(code))
  if (whole !== undefined && amount % step === 0) return amount
  throw new RangeError('an amount from PayPal is not a whole number of the smallest unit')
}
