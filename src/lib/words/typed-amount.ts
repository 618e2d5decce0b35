import { amounts } from '#client/texts/en/fields.ts'
import {
  type AmountReading,
  type AmountRefusal,
  readAmount,
} from '#server/shared/money/amount-text.ts'
import { rulesOf } from '#server/shared/money/currencies.ts'
import {
  type Currency,
  decimalFromMinor,
  MAX_MINOR,
  type Minor,
  minorFromDecimal,
} from '#server/shared/money/money.ts'
import { formatAmount } from './format.ts'

/** The expected currency of an amount; undefined where any is allowed. */
type ExpectedCurrency = Currency | undefined

const namesOtherCurrency = (reading: AmountReading, expected: ExpectedCurrency): boolean =>
  'currency' in reading && reading.currency !== undefined && reading.currency !== expected

/** Returns a text's amount with two decimals; undefined when it has none, or more than one meaning. */
export function typedAmount(text: string, expected: ExpectedCurrency): string | undefined {
  const reading = readAmount(text, expected)
  return reading.kind === 'amount' && !namesOtherCurrency(reading, expected)
    ? reading.amount
    : undefined
}

/** Returns both possible amounts of an ambiguous text; empty for any other text. */
export function possibleAmounts(text: string, expected: ExpectedCurrency): readonly string[] {
  const reading = readAmount(text, expected)
  return reading.kind === 'ambiguous' && !namesOtherCurrency(reading, expected)
    ? reading.amounts
    : []
}

function refusal(reason: AmountRefusal, expected: ExpectedCurrency): string {
  if (reason === 'too_large') return amounts.tooLarge(formatAmount(largest(expected), expected))
  if (reason === 'fraction') return amounts.fraction(expected)
  return amounts.refusals[reason]
}

const limitOf = (expected: ExpectedCurrency): Minor =>
  expected ? rulesOf(expected).largest : MAX_MINOR

const largest = (expected: ExpectedCurrency): string => decimalFromMinor(limitOf(expected))

/**
 * Returns a message for a text that is not a usable amount; undefined for a usable amount or a blank text.
 */
export function amountProblem(text: string, expected: ExpectedCurrency): string | undefined {
  const reading = readAmount(text, expected)
  if (reading.kind === 'blank') return undefined
  if (reading.kind === 'refused') return refusal(reading.reason, expected)
  if (reading.currency && namesOtherCurrency(reading, expected)) {
    return expected ? amounts.otherCurrency(reading.currency, expected) : amounts.unwantedCurrency
  }
  return reading.kind === 'ambiguous' ? amounts.choose : undefined
}

/**
 * Returns the typed amount raised by `steps`, which may be negative, but not below 0. A step is a cent or the
 * currency's smallest coin. Undefined where the text is not an amount.
 */
export function steppedAmount(
  text: string,
  steps: number,
  expected: ExpectedCurrency,
): string | undefined {
  const reading = readAmount(text, expected)
  const isZeroOrBlank =
    reading.kind === 'blank' || (reading.kind === 'refused' && reading.reason === 'zero')
  const from = isZeroOrBlank ? '0.00' : typedAmount(text, expected)
  const minor = from === undefined ? undefined : minorFromDecimal(from)
  if (minor === undefined) return undefined
  const next = minor + steps * (expected ? rulesOf(expected).step : 1)
  return decimalFromMinor(Math.min(Math.max(next, 0), limitOf(expected)))
}
