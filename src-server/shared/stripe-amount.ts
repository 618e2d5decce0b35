import { rulesOf } from './currencies.ts'
import type { Currency, Minor } from './money.ts'

/** Hundredths to Stripe's number for one currency: 120000 is 1200 in yen, and 123 is 1230 in dinars. */
export function stripeAmountOf(amount: Minor, currency: Currency): number {
  const { step, stripeWire } = rulesOf(currency)
  assertCountable(amount, step)
  if (stripeWire === '/100') return amount / 100
  return stripeWire === '*10' ? amount * 10 : amount
}

/**
 * What Stripe's number is in hundredths.
 * @throws RangeError where hundredths cannot hold it, because a wrong sum must never be stored.
 */
export function minorOfStripe(wired: number, currency: Currency): Minor {
  const { step, stripeWire } = rulesOf(currency)
  assertCountable(wired, stripeWire === '*10' ? 10 : 1)
  const amount = stripeWire === '/100' ? wired * 100 : stripeWire === '*10' ? wired / 10 : wired
  assertCountable(amount, step)
  return amount
}

/** Whether Stripe takes so little; true where only it knows its least. */
export function reachesStripeMinimum(amount: Minor, currency: Currency): boolean {
  const { stripeMinimum } = rulesOf(currency)
  return stripeMinimum === null || amount >= stripeMinimum
}

/** Stripe takes so much at once; true where it names no maximum. */
export function staysInStripeMaximum(amount: Minor, currency: Currency): boolean {
  const { stripeMaximum } = rulesOf(currency)
  return stripeMaximum === null || amount <= stripeMaximum
}

function assertCountable(amount: number, step: number): void {
  if (Number.isSafeInteger(amount) && amount % step === 0) return
  throw new RangeError(`an amount must be a whole multiple of ${step}`)
}
