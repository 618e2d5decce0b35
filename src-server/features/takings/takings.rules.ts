import { sortCurrencies } from '#server/shared/money/currencies.ts'
import { Currency, type Minor } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'

/** Number and total amount of a day's payments, or refunds, in one currency and by one method. */
export type DaySum = {
  day: string
  currency: string
  paymentMethod: string
  count: number
  amount: Minor
}

/** Takings in a currency; `count` is the number of payments. */
export type TakingsSums = { currency: Currency; gross: Minor; refunded: Minor; count: number }

export type DayTakings = TakingsSums & { day: string; paymentMethod: PaymentMethod }

export const netOf = ({ gross, refunded }: TakingsSums): Minor => gross - refunded

/** Returns one line for each day, method and currency with payments or refunds, in this order. */
export function takingsOf(payments: readonly DaySum[], refunds: readonly DaySum[]): DayTakings[] {
  const lines = new Map<string, DayTakings>()
  const lineOf = ({ day, currency, paymentMethod }: DaySum): DayTakings => {
    const key = `${day} ${paymentMethod} ${currency}`
    const existing = lines.get(key)
    if (existing) return existing
    const line: DayTakings = {
      day,
      paymentMethod: PaymentMethod.parse(paymentMethod),
      currency: Currency.parse(currency),
      gross: 0,
      refunded: 0,
      count: 0,
    }
    lines.set(key, line)
    return line
  }
  for (const sum of payments) {
    const line = lineOf(sum)
    line.gross += sum.amount
    line.count += sum.count
  }
  for (const sum of refunds) lineOf(sum).refunded += sum.amount
  // A sum that is zero again after its only refund failed gets no line.
  return [...lines.values()]
    .filter(({ gross, refunded, count }) => gross !== 0 || refunded !== 0 || count !== 0)
    .toSorted(compareLines)
}

function compareLines(one: DayTakings, other: DayTakings): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  return (
    PaymentMethod.options.indexOf(one.paymentMethod) -
      PaymentMethod.options.indexOf(other.paymentMethod) ||
    Currency.options.indexOf(one.currency) - Currency.options.indexOf(other.currency)
  )
}

/** Returns the totals by currency with these lines added, in the usual order of currencies. */
export function addToTotals(
  totals: readonly TakingsSums[],
  lines: readonly TakingsSums[],
): TakingsSums[] {
  const byCurrency = new Map<Currency, TakingsSums>()
  for (const { currency, gross, refunded, count } of [...totals, ...lines]) {
    const total = byCurrency.get(currency) ?? { currency, gross: 0, refunded: 0, count: 0 }
    byCurrency.set(currency, {
      currency,
      gross: total.gross + gross,
      refunded: total.refunded + refunded,
      count: total.count + count,
    })
  }
  return sortCurrencies(byCurrency.keys()).flatMap((currency) => byCurrency.get(currency) ?? [])
}
