import { type CurrencyCode, rulesOf } from '#server/shared/money/currencies.ts'
import type { Currency, Minor } from '#server/shared/money/money.ts'

/**
 * Smallest charge in hundredths, for the currencies whose minimum Stripe publishes. In other currencies the minimum is
 * the equivalent of an amount in the account’s own currency.
 */
const minimums: Partial<Record<CurrencyCode, Minor>> = {
  USD: 50,
  EUR: 50,
  GBP: 30,
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 5000,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
}

/** Currencies without a smaller unit that Stripe still counts in hundredths, as they once were. */
const inHundredths: ReadonlySet<CurrencyCode> = new Set(['ISK', 'UGX'])

/** Returns the factor that converts hundredths to Stripe's units. */
const scaleOf = (currency: CurrencyCode): 1 | 10 | 0.01 => {
  const { digits } = rulesOf(currency)
  if (digits === 3) return 10
  return digits === 0 && !inHundredths.has(currency) ? 0.01 : 1
}

/** Converts hundredths to Stripe's number for a currency: 120000 is 1200 in yen, and 123 is 1230 in dinars. */
export function stripeAmountOf(amount: Minor, currency: Currency): number {
  assertMultiple(amount, rulesOf(currency).step)
  const scale = scaleOf(currency)
  return scale === 0.01 ? amount / 100 : amount * scale
}

/**
 * Converts Stripe's number to hundredths.
 * @throws RangeError when hundredths cannot represent it, because a wrong sum must never be stored.
 */
export function minorOfStripe(stripeAmount: number, currency: Currency): Minor {
  const scale = scaleOf(currency)
  assertMultiple(stripeAmount, scale === 10 ? 10 : 1)
  const amount = scale === 0.01 ? stripeAmount * 100 : stripeAmount / scale
  assertMultiple(amount, rulesOf(currency).step)
  return amount
}

/**
 * Largest charge: eight digits in Stripe's units. Stripe takes more in currencies without a smaller unit, or with a
 * hundred or more units to the dollar.
 */
const MAX_CHARGE = 99_999_999

/** Returns the smallest and the largest amount of one charge; null when Stripe states none. */
export function stripeLimitsOf(currency: CurrencyCode): {
  least: Minor | null
  most: Minor | null
} {
  const { largest, digits } = rulesOf(currency)
  const takesMore = digits === 0 || largest > rulesOf('USD').largest
  const most = digits === 3 ? Math.floor(MAX_CHARGE / 10) : MAX_CHARGE
  return { least: minimums[currency] ?? null, most: takesMore ? null : most }
}

function assertMultiple(amount: number, step: number): void {
  if (Number.isSafeInteger(amount) && amount % step === 0) return
  throw new RangeError(`an amount must be a whole multiple of ${step}`)
}
