import type { FirstDay, Series, Summary } from '#server/features/analytics/analytics.schema.ts'
import type {
  DashboardRecent,
  DashboardStats,
  DashboardToday,
} from '#server/features/dashboard/dashboard.schema.ts'

/**
 * Returns a query's `select` function, which replaces null with `fallback`. Queries return null to visitors,
 * who are not signed in; only the development app shows them its pages.
 */
export const nullAs =
  <N>(fallback: N) =>
  <T>(data: T | null): T | N =>
    data ?? fallback

/** An empty page of a list, for visitors. */
export const noPage = { data: [], total: 0, totalExact: true, nextCursor: null }

/** The dashboard's figures without payments, for visitors. */
export const noStats: DashboardStats = {
  totalRevenue: '0.00',
  totalTransactions: 0,
  activeCustomers: 0,
  successRate: 0,
  currency: 'USD',
  byCurrency: [],
  change: { totalRevenue: null, totalTransactions: null, activeCustomers: null, successRate: null },
}

/** Today's figures without payments, for visitors. */
export const noToday: DashboardToday = {
  day: '',
  comparedDay: '',
  comparedUntil: '',
  takings: [{ currency: 'USD', amount: '0.00', comparison: { amount: '0.00', change: null } }],
  pending: { count: 0, sums: [] },
  failed: { count: 0, reasons: [] },
}

/** The figures of the last days without payments, for visitors. */
export const noRecent: DashboardRecent = {
  from: '',
  to: '',
  currency: 'USD',
  totalRevenue: '0.00',
  totalTransactions: 0,
  activeCustomers: 0,
  successRate: null,
  days: { totalRevenue: [], totalTransactions: [], activeCustomers: [], successRate: [] },
}

/** A payment volume chart without days, for visitors. */
export const noVolume = { labels: [], data: [] }

/** A chart series without values, for visitors. */
export const noSeries: Series = { labels: [], datasets: [{ label: '', data: [] }] }

/** The response without a first payment, for visitors. */
export const noFirstDay: FirstDay = { day: null }

/** The summary of reports without payments, for visitors. */
export const noSummary: Summary = {
  averageValue: { value: '0.00', currency: 'USD', change: null },
  retention: { value: null, change: null, returned: 0, paid: 0 },
  processingTime: { seconds: null, change: null },
  topPeriods: [],
}
