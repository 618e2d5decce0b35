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
type WantedCurrency = Currency | undefined

const namesOtherCurrency = (reading: AmountReading, wanted: WantedCurrency): boolean =>
  'currency' in reading && reading.currency !== undefined && reading.currency !== wanted

/** Returns a text's amount with two decimals; undefined when it has none, or more than one meaning. */
export function typedAmount(text: string, wanted: WantedCurrency): string | undefined {
  const reading = readAmount(text, wanted)
  return reading.kind === 'amount' && !namesOtherCurrency(reading, wanted)
    ? reading.amount
    : undefined
}

/** Returns both possible amounts of an ambiguous text; empty for any other text. */
export function possibleAmounts(text: string, wanted: WantedCurrency): readonly string[] {
  const reading = readAmount(text, wanted)
  return reading.kind === 'ambiguous' && !namesOtherCurrency(reading, wanted) ? reading.amounts : []
}

function refusal(reason: AmountRefusal, wanted: WantedCurrency): string {
  if (reason === 'too_large') return amounts.tooLarge(formatAmount(largest(wanted), wanted))
  if (reason === 'fraction') return amounts.fraction(wanted)
  return amounts.refusals[reason]
}

const limitOf = (wanted: WantedCurrency): Minor => (wanted ? rulesOf(wanted).largest : MAX_MINOR)

const largest = (wanted: WantedCurrency): string => decimalFromMinor(limitOf(wanted))

/**
 * Returns a message for a text that is not a usable amount; undefined for a usable amount or a blank text.
 */
export function amountProblem(text: string, wanted: WantedCurrency): string | undefined {
  const reading = readAmount(text, wanted)
  if (reading.kind === 'blank') return undefined
  if (reading.kind === 'refused') return refusal(reading.reason, wanted)
  if (reading.currency && namesOtherCurrency(reading, wanted)) {
    return wanted ? amounts.otherCurrency(reading.currency, wanted) : amounts.unwantedCurrency
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
  wanted: WantedCurrency,
): string | undefined {
  const reading = readAmount(text, wanted)
  const isZeroOrBlank =
    reading.kind === 'blank' || (reading.kind === 'refused' && reading.reason === 'zero')
  const from = isZeroOrBlank ? '0.00' : typedAmount(text, wanted)
  const minor = from === undefined ? undefined : minorFromDecimal(from)
  if (minor === undefined) return undefined
  const next = minor + steps * (wanted ? rulesOf(wanted).step : 1)
  return decimalFromMinor(Math.min(Math.max(next, 0), limitOf(wanted)))
}
