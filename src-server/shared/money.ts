import { z } from 'zod'

/** An amount of money in minor units (cents): an integer, never a float. */
export type Minor = number

export const currencies = ['USD', 'EUR', 'GBP'] as const
export const Currency = z.enum(currencies)
export type Currency = z.infer<typeof Currency>

/** 99,999,999.99: the largest single amount the doors accept. */
export const MAX_MINOR: Minor = 9_999_999_999

const decimal = /^(?:0|[1-9]\d{0,7})(?:\.(\d{1,2}))?$/

/**
 * Minor units of a decimal text such as "12.34", "12.3" or "12".
 * Undefined when the text is anything else: signs, exponents, a third decimal, other digits.
 */
export function minorFromDecimal(text: string): Minor | undefined {
  if (!decimal.test(text)) return undefined
  const [whole = '0', fraction = ''] = text.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** "12.34" for 1234. Throws on what is not a safe integer, because a wrong sum must never be shown. */
export function decimalFromMinor(minor: Minor): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError('money must be a safe integer')
  const sign = minor < 0 ? '-' : ''
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount at the doors: decimal text, more than 0, at most two places, at most 99999999.99. */
export const Amount = z
  .string()
  .refine((text) => minorFromDecimal(text) !== undefined, {
    error: 'must be a decimal text such as "12.34", at most 99999999.99',
    abort: true,
  })
  .refine((text) => minorFromDecimal(text) !== 0, { error: 'must be more than 0' })
  .meta({ description: 'Decimal text with at most two places', example: '12.34' })

/** An amount in an answer: always two places. */
export const Decimal = z
  .string()
  .meta({ description: 'Decimal text with two places', example: '12.34' })
