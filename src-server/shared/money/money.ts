import { z } from 'zod'
import { currencies, faultOf, rulesOf } from './currencies.ts'

/** An amount of money in hundredths of the major unit, in every currency: an integer, never a float. */
export type Minor = number

/** The code of a supported currency; see currencies.ts. */
export const Currency = z.enum(currencies, {
  error: 'must be the code of a currency, such as "EUR"',
})
export type Currency = z.infer<typeof Currency>

/** 9,999,999,999.99: no currency has larger amounts. */
export const MAX_MINOR: Minor = Math.max(...currencies.map((each) => rulesOf(each).largest))

const decimal = /^(?:0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/

/**
 * Returns the minor units of a decimal text such as "12.34", "12.3" or "12". Returns undefined for any other text:
 * signs, exponents, a third decimal, other digits.
 */
export function minorFromDecimal(text: string): Minor | undefined {
  if (!decimal.test(text)) return undefined
  const [whole = '0', fraction = ''] = text.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/**
 * Returns "12.34" for 1234. Throws a RangeError when the number is not a safe integer, since a wrong sum must never be
 * shown.
 */
export function decimalFromMinor(minor: Minor): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError('money must be a safe integer')
  const sign = minor < 0 ? '-' : ''
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Returns an amount as printed in its currency, without sign and grouping: "1200" for yen, "1.230" for dinars. Never
 * rounds: an amount that is impossible in the currency keeps its two places.
 */
export function printedDecimal(minor: Minor, currency: Currency): string {
  const text = decimalFromMinor(minor)
  const { digits, step } = rulesOf(currency)
  if (digits === 0 && minor % step === 0) return text.slice(0, -3)
  return digits === 3 ? `${text}0` : text
}

/** An amount as input of the two APIs: decimal text, more than 0, at most two places, at most 9999999999.99. */
export const Amount = z
  .string()
  .refine((text) => minorFromDecimal(text) !== undefined, {
    error: 'must be a decimal text such as "12.34", at most 9999999999.99',
    abort: true,
  })
  .refine((text) => minorFromDecimal(text) !== 0, { error: 'must be more than 0' })
  .meta({
    description:
      'Decimal text with at most two places, and none in a currency without a smaller unit, such as JPY. At most 99999999.99; in currencies of which a dollar is a hundred and more, such as IDR and JPY, 9999999999.99',
    example: '12.34',
  })

/** An amount in a response: always two places. */
export const Decimal = z
  .string()
  .meta({ description: 'Decimal text with two places', example: '12.34' })

/** Refuses an amount that cannot be paid in its currency. */
export function checkAmount(
  { amount, currency }: { amount: string; currency: Currency },
  ctx: z.RefinementCtx,
): void {
  const minor = minorFromDecimal(amount)
  const fault = minor === undefined ? undefined : faultOf(minor, currency)
  if (!fault) return
  const largest = decimalFromMinor(rulesOf(currency).largest)
  const message = {
    fraction: `must be a whole number, because ${currency} has no smaller unit`,
    too_large: `must be at most ${largest} in ${currency}`,
  }[fault]
  ctx.addIssue({ code: 'custom', path: ['amount'], message })
}
