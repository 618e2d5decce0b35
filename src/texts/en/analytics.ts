import type { Range } from '#server/features/analytics/analytics.schema.ts'

const ranges: Record<Range, string> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
}

export const analytics = {
  controls: 'What the reports show',
  range: 'Range',
  ranges,
  compare: 'Compare with the previous period',
  currency: 'Currency',
  table: 'Table',
  tableOf: (title: string) => `Table of ${title}`,
  chartOf: (title: string) => `${title}, chart. The Table button shows its figures.`,
  period: 'Period',
  previousPeriod: 'Previous period',
  nothingFinal: 'No final payments',
  open: (figure: string, period: string) => `${figure}, ${period}: show the payments`,
  revenue: {
    title: 'Revenue Trends',
    about: (unit: 'day' | 'month', currency: string) =>
      `Successful payments in ${currency} per ${unit}`,
    series: 'Revenue',
    failed: 'The revenue could not be loaded',
  },
  successRate: {
    title: 'Transaction Success Rate',
    about: (unit: 'day' | 'month', currency: string) =>
      `Share of final payments in ${currency} that succeeded, per ${unit}`,
    series: 'Success Rate',
    failed: 'The success rate could not be loaded',
  },
  summary: {
    label: 'This month',
    failed: 'The figures of this month could not be loaded',
    averageValue: 'Average Transaction Value',
    averageNote: (currency: string) => `Successful payments in ${currency} this month`,
    retention: 'Customer Retention',
    retentionMeaning: 'Of those who paid last month, who paid again this month; change in points',
    /** “3 of 7 customers of last month paid again”, of which both counts are links. */
    retentionOf: 'of',
    customers: (count: string) => `${count} ${count === '1' ? 'customer' : 'customers'}`,
    retentionNote: 'of last month paid again this month; change in points',
    openReturned: (count: string) => `${count} who paid last month and again this month`,
    openPaid: (customers: string) => `${customers} who paid last month`,
    processingTime: 'Average Processing Time',
    processingNote: 'From creation to outcome, all currencies, this month',
    none: 'No data yet',
    versus: 'from last month',
    notComparable: 'Nothing to compare with last month',
  },
  top: {
    title: 'Top Performing Periods',
    about: (currency: string) => `Best month and best part of the week by revenue in ${currency}`,
    month: 'Best month',
    slot: 'Best part of the week',
    share: (percent: string) => `${percent} of weekly volume`,
    versusMonth: 'from the month before',
    open: (period: string, amount: string) => `${period}, ${amount}: show the payments`,
  },
} as const
