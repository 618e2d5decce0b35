import { type CurrencyCode, rulesOf } from '#server/shared/money/currencies.ts'
import type { Currency, Minor } from '#server/shared/money/money.ts'

/** The least that Stripe charges, where it names one of the currency and not what another's is worth. */
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

/** Have no smaller unit, but Stripe counts them in hundredths, as they once were. */
const inHundredths: ReadonlySet<CurrencyCode> = new Set(['ISK', 'UGX'])

/** Hundredths become this many of Stripe's units. */
const scaleOf = (currency: CurrencyCode): 1 | 10 | 0.01 => {
  const { digits } = rulesOf(currency)
  if (digits === 3) return 10
  return digits === 0 && !inHundredths.has(currency) ? 0.01 : 1
}

/** Hundredths to Stripe's number for one currency: 120000 is 1200 in yen, and 123 is 1230 in dinars. */
export function stripeAmountOf(amount: Minor, currency: Currency): number {
  assertCountable(amount, rulesOf(currency).step)
  const scale = scaleOf(currency)
  return scale === 0.01 ? amount / 100 : amount * scale
}

/**
 * What Stripe's number is in hundredths.
 * @throws RangeError where hundredths cannot hold it, because a wrong sum must never be stored.
 */
export function minorOfStripe(wired: number, currency: Currency): Minor {
  const scale = scaleOf(currency)
  assertCountable(wired, scale === 10 ? 10 : 1)
  const amount = scale === 0.01 ? wired * 100 : wired / scale
  assertCountable(amount, rulesOf(currency).step)
  return amount
}

/** Eight digits as Stripe counts; where a dollar is a hundred and more, or there is no smaller unit, it takes more. */
const MOST = 99_999_999

/** The least and the most that Stripe charges at once; null where it names none. */
export function stripeLimitsOf(currency: CurrencyCode): {
  least: Minor | null
  most: Minor | null
} {
  const { largest, digits } = rulesOf(currency)
  const takesMore = digits === 0 || largest > rulesOf('USD').largest
  const most = digits === 3 ? Math.floor(MOST / 10) : MOST
  return { least: minimums[currency] ?? null, most: takesMore ? null : most }
}

function assertCountable(amount: number, step: number): void {
  if (Number.isSafeInteger(amount) && amount % step === 0) return
  throw new RangeError(`an amount must be a whole multiple of ${step}`)
}
