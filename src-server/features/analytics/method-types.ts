import type { MerchantCtx } from '#server/core/context.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { sumByMethodType } from '#server/services/rollups/rollups.queries.ts'
import { localMoment } from '#server/shared/day.ts'
import { Currency, decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { paymentMethods } from '#server/shared/money/payment-method.ts'
import { periodsOf } from './analytics.rules.ts'
import type { MethodsQuery, MethodTypeShares } from './analytics.schema.ts'

/** Sums of a method's payments of one type in one currency. */
type TypeSum = { type: string | null; currency: string; count: number; amount: Minor }

/**
 * Counts and sums successful payments by method and by the type that the payer used, over all time unless a range is
 * given. Payments without a reported type, and payments of the sandbox, have the `type` null.
 */
export async function readMethodTypes(
  { db, merchant, now }: MerchantCtx,
  { range, currency }: MethodsQuery,
): Promise<MethodTypeShares> {
  const today = localMoment(now(), merchant.timezone).day
  const span = range && periodsOf(range, today)
  const rows = await sumByMethodType(db, {
    ...merchantCalendarOf(merchant),
    currency,
    from: span?.from,
    to: span?.to,
  })
  return paymentMethods.flatMap((paymentMethod) => {
    const sums = rows
      .filter((row) => row.paymentMethod === paymentMethod)
      .map((row) => ({
        type: row.methodType,
        currency: row.currency,
        count: Number(row.count),
        amount: Number(row.amount),
      }))
    return sharesOf(subtractTypedSums(sums)).map((share) => ({ paymentMethod, ...share }))
  })
}

/**
 * Subtracts the sums with a type from the sum without a type (`type` null), which at first contains all payments of the
 * method. It then contains only the payments without a reported type.
 */
function subtractTypedSums(sums: readonly TypeSum[]): TypeSum[] {
  return sums.map((sum) => {
    if (sum.type !== null) return sum
    const typed = sums.filter(({ type, currency }) => type !== null && currency === sum.currency)
    return {
      ...sum,
      count: typed.reduce((left, { count }) => left - count, sum.count),
      amount: typed.reduce((left, { amount }) => left - amount, sum.amount),
    }
  })
}

/** Joins the currencies of each type. The type with the most payments comes first; a missing type (null) comes last. */
function sharesOf(sums: readonly TypeSum[]): Omit<MethodTypeShares[number], 'paymentMethod'>[] {
  const types = [...new Set(sums.map(({ type }) => type))]
  return types
    .map((type) => {
      const sumsOfType = sums.filter((sum) => sum.type === type && sum.count > 0)
      return {
        type,
        count: sumsOfType.reduce((total, { count }) => total + count, 0),
        amounts: sumsOfType
          .map(({ currency, amount }) => ({
            currency: Currency.parse(currency),
            amount: decimalFromMinor(amount),
          }))
          .toSorted((one, other) => one.currency.localeCompare(other.currency)),
      }
    })
    .filter(({ count }) => count > 0)
    .toSorted(
      (one, other) =>
        Number(one.type === null) - Number(other.type === null) || other.count - one.count,
    )
}
