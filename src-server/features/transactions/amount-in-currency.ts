import { AppError } from '#server/core/calls/errors.ts'
import { faultOf } from '#server/shared/money/currencies.ts'
import { Currency, type Minor, minorFromDecimal } from '#server/shared/money/money.ts'

/**
 * Converts a requested amount to minor units, when the request itself does not contain the currency.
 * @throws AppError `invalid` when the currency has no such amount
 */
export function toMinorUnits(text: string, currency: string): Minor {
  const amount = minorFromDecimal(text)
  if (amount === undefined) throw new Error('an unchecked amount reached the rules')
  if (faultOf(amount, Currency.parse(currency)) === undefined) return amount
  const message = `is not an amount in ${currency}`
  throw new AppError('invalid', `amount: ${message}`, { issues: [{ path: 'amount', message }] })
}
