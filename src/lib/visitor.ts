import type { FirstDay, Series, Summary } from '#server/features/analytics/analytics.schema.ts'
import type {
  DashboardRecent,
  DashboardStats,
  DashboardToday,
} from '#server/features/dashboard/dashboard.schema.ts'

/**
 * A query's `select` that replaces null with `fallback`: queries of visitors, who are not signed in, answer
 * null. Only the development app shows its pages to visitors.
 */
export const nullAs =
  <N>(fallback: N) =>
  <T>(data: T | null): T | N =>
    data ?? fallback

export const noPage = { data: [], total: 0, totalExact: true, nextCursor: null }

export const noStats: DashboardStats = {
  totalRevenue: '0.00',
  totalTransactions: 0,
  activeCustomers: 0,
  successRate: 0,
  currency: 'USD',
  byCurrency: [],
  change: { totalRevenue: null, totalTransactions: null, activeCustomers: null, successRate: null },
}

export const noToday: DashboardToday = {
  day: '',
  comparedDay: '',
  comparedUntil: '',
  takings: [{ currency: 'USD', amount: '0.00', comparison: { amount: '0.00', change: null } }],
  pending: { count: 0, sums: [] },
  failed: { count: 0, reasons: [] },
}

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

export const noVolume = { labels: [], data: [] }

export const noSeries: Series = { labels: [], datasets: [{ label: '', data: [] }] }

export const noFirstDay: FirstDay = { day: null }

export const noSummary: Summary = {
  averageValue: { value: '0.00', currency: 'USD', change: null },
  retention: { value: null, change: null, returned: 0, paid: 0 },
  processingTime: { seconds: null, change: null },
  topPeriods: [],
}
