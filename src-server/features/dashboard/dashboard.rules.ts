import { currencies, decimalFromMinor } from '#server/shared/money.ts'
import { changeInPercent, difference, successRateOf } from '../analytics/analytics.rules.ts'
import type { DashboardStats } from './dashboard.schema.ts'

/** What roll-ups say of a span of days. */
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

/** `all` is since ever; `recent` the last 30 days; `before` the 30 days before those. */
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
    byCurrency: currencies
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
