import { sortCurrencies } from '#server/shared/money/currencies.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import {
  changeInPercent,
  countOf,
  type DaySum,
  difference,
  type Periods,
  revenueOf as revenueOfDays,
  successRateOf,
  valuesByPeriod,
} from '../analytics/analytics.rules.ts'
import type { DashboardRecent, DashboardStats, DashboardToday } from './dashboard.schema.ts'

/** Stored sums of a span of days: payments by currency and status, and the number of customers. */
export type SpanSums = {
  payments: { currency: string; status: string; count: number; amount: number }[]
  customers: number
}

const countAll = (payments: SpanSums['payments']) =>
  payments.reduce((total, row) => total + row.count, 0)

const revenueOf = (payments: SpanSums['payments'], currency: string) =>
  payments
    .filter((row) => row.currency === currency && row.status === 'success')
    .reduce((total, row) => total + row.amount, 0)

const currenciesOf = (payments: SpanSums['payments']) => payments.map(({ currency }) => currency)

const Currencies = Currency.array()

/** Returns the reporting currency and the currencies of the payments, in their usual order. */
const occurringCurrencies = (payments: SpanSums['payments'], reporting: Currency): Currency[] =>
  sortCurrencies(Currencies.parse([reporting, ...currenciesOf(payments)]))

/** Returns the dashboard's figures from sums of all time, of the `recent` 30 days and of the 30 days `before` them. */
export function statsOf(
  currency: DashboardStats['currency'],
  { all, recent, before }: { all: SpanSums; recent: SpanSums; before: SpanSums },
): DashboardStats {
  return {
    totalRevenue: decimalFromMinor(revenueOf(all.payments, currency)),
    totalTransactions: countAll(all.payments),
    activeCustomers: all.customers,
    successRate: successRateOf(all.payments) ?? 0,
    currency,
    byCurrency: occurringCurrencies(all.payments, currency)
      .map((name) => ({
        currency: name,
        totalRevenue: decimalFromMinor(revenueOf(all.payments, name)),
        totalTransactions: countAll(all.payments.filter((row) => row.currency === name)),
      }))
      .filter((row) => row.currency === currency || row.totalTransactions > 0),
    change: {
      totalRevenue: changeInPercent(
        revenueOf(before.payments, currency),
        revenueOf(recent.payments, currency),
      ),
      totalTransactions: changeInPercent(countAll(before.payments), countAll(recent.payments)),
      activeCustomers: changeInPercent(before.customers, recent.customers),
      successRate: difference(successRateOf(before.payments), successRateOf(recent.payments)),
    },
  }
}

/** Sums successful payments by currency, in minor units. */
export const takingsOf = (payments: SpanSums['payments']): Record<string, number> =>
  Object.fromEntries(payments.map(({ currency }) => [currency, revenueOf(payments, currency)]))

type TodaySums = {
  span: Pick<DashboardToday, 'day' | 'comparedDay' | 'comparedUntil'>
  today: SpanSums['payments']
  ever: SpanSums['payments']
  /** Takings of the compared day until the same time of day, in minor units by currency. */
  compared: Readonly<Record<string, number>>
  /** Failure reasons of the latest payments that failed today. */
  reasons: readonly (string | null)[]
}

/** Returns the dashboard's figures of today. `own` is the reporting currency, which is listed first. */
export function todayOf(
  own: DashboardStats['currency'],
  { span, today, ever, compared, reasons }: TodaySums,
): DashboardToday {
  const takings = takingsOf(today)
  const pending = ever.filter(({ status, count }) => status === 'pending' && count > 0)
  const occurring = sortCurrencies(
    Currencies.parse([...Object.keys(takings), ...Object.keys(compared), ...currenciesOf(pending)]),
  )
  const ownFirst = [own, ...occurring.filter((currency) => currency !== own)]
  return {
    ...span,
    takings: ownFirst
      .map((currency) => ({
        currency,
        now: takings[currency] ?? 0,
        before: compared[currency] ?? 0,
      }))
      .filter(({ currency, now, before }) => currency === own || now > 0 || before > 0)
      .map(({ currency, now, before }) => ({
        currency,
        amount: decimalFromMinor(now),
        comparison: { amount: decimalFromMinor(before), change: changeInPercent(before, now) },
      })),
    pending: {
      count: countAll(pending),
      sums: ownFirst.flatMap((currency) =>
        pending
          .filter((row) => row.currency === currency)
          .map(({ amount }) => ({ currency, amount: decimalFromMinor(amount) })),
      ),
    },
    failed: { count: countOf(today, 'failed'), reasons: countMostCommon(reasons) },
  }
}

const MAX_REASONS = 3

/**
 * Returns the three most common reasons with their counts, the most common first; on a tie, the one that came first.
 */
function countMostCommon(reasons: readonly (string | null)[]): DashboardToday['failed']['reasons'] {
  const counts = new Map<string | null, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MAX_REASONS)
}

type RecentSums = {
  currency: DashboardStats['currency']
  periods: Periods
  /** Day sums of payments in every currency. */
  payments: DaySum[]
  /** Day sums of payments in the reporting currency. */
  inCurrency: DaySum[]
  customers: { day: string; count: number }[]
}

/** Returns the dashboard's figures of recent days. `activeCustomers` counts the customers first stored on each day. */
export function recentOf(sums: RecentSums): DashboardRecent {
  const { currency, periods, payments, inCurrency, customers } = sums
  const countsByDay = new Map(customers.map(({ day, count }) => [day, count]))
  const newCustomers = periods.labels.map((day) => countsByDay.get(day) ?? 0)
  return {
    from: periods.from,
    to: periods.to,
    currency,
    totalRevenue: decimalFromMinor(revenueOfDays(inCurrency)),
    totalTransactions: countOf(payments),
    activeCustomers: newCustomers.reduce((total, count) => total + count, 0),
    successRate: successRateOf(payments),
    days: {
      totalRevenue: valuesByPeriod(periods, inCurrency, (rows) => revenueOfDays(rows) / 100),
      totalTransactions: valuesByPeriod(periods, payments, (rows) => countOf(rows)),
      activeCustomers: newCustomers,
      successRate: valuesByPeriod(periods, payments, successRateOf),
    },
  }
}
