import { AppError } from '#server/core/calls/errors.ts'
import { faultOf } from '#server/shared/money/currencies.ts'
import { Currency, type Minor, minorFromDecimal } from '#server/shared/money/money.ts'

/** An amount of a currency that is not in the request, in minor units; refused when the currency has no such one. */
export function amountIn(text: string, currency: string): Minor {
  const amount = minorFromDecimal(text)
  if (amount === undefined) throw new Error('an unchecked amount reached the rules')
  if (faultOf(amount, Currency.parse(currency)) === undefined) return amount
  const message = `is no amount in ${currency}`
  throw new AppError('invalid', `amount: ${message}`, { issues: [{ path: 'amount', message }] })
}
