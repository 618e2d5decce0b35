import type { Range } from '#server/features/analytics/range.schema.ts'

const ranges: Record<Range, string> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
}

type Unit = 'day' | 'week' | 'month'

const before: Record<Range, string> = {
  '7d': 'the 7 days before',
  '30d': 'the 30 days before',
  '90d': 'the 90 days before',
  '12m': 'the 12 months before',
}

const each = (word: (span: string) => string): Record<Range, string> => ({
  '7d': word(before['7d']),
  '30d': word(before['30d']),
  '90d': word(before['90d']),
  '12m': word(before['12m']),
})

const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

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
  soFar: { day: 'so far today', week: 'so far this week', month: 'so far this month' },
  unfinished: 'so far',
  finalPayments: 'Final payments',
  nothingFinal: 'No final payments',
  open: (figure: string, period: string) => `${figure}, ${period}: show the payments`,
  revenue: {
    title: 'Revenue Trends',
    about: (unit: Unit, currency: string) => `Successful payments in ${currency} per ${unit}`,
    series: 'Revenue',
    failed: 'The revenue could not be loaded',
  },
  successRate: {
    title: 'Transaction Success Rate',
    about: (unit: Unit, currency: string) =>
      `Share of final payments in ${currency} that succeeded, per ${unit}`,
    series: 'Success Rate',
    failed: 'The success rate could not be loaded',
  },
  summary: {
    label: 'Key figures',
    failed: 'The key figures could not be loaded',
    averageValue: 'Average Transaction Value',
    averageNote: (currency: string) => `Successful payments in ${currency}`,
    retention: 'Customer Retention',
    retentionMeaning:
      'Share of last month’s customers who paid again this month; change in percentage points',
    /** Part of “3 of 7 customers of last month paid again”, where both counts are links. */
    retentionOf: 'of',
    customers: (count: string) => `${count} ${count === '1' ? 'customer' : 'customers'}`,
    retentionNote: 'from last month paid again this month; change in percentage points',
    openReturned: (count: string) => `${count} who paid last month and again this month`,
    openPaid: (customers: string) => `${customers} who paid last month`,
    processingTime: 'Average Processing Time',
    processingNote: 'From creation to outcome, all currencies',
    none: 'No data yet',
    versus: each((span) => `from ${span}`),
    notComparable: each((span) => `No data for ${span}`),
    versusMonth: 'from last month',
    notComparableMonth: 'No data for last month',
  },
  costs: {
    title: 'Cost by method',
    about: (currency: string) =>
      `Fees of the payments that a processor has booked in ${currency}, in percent of their gross amount.`,
    failed: 'The costs could not be loaded',
    method: 'Method',
    count: 'Payments',
    gross: 'Gross',
    fees: 'Fees',
    percent: 'Cost',
    elsewhere: 'Made elsewhere',
    newest: (count: string) => `Of the newest ${count} payments of these days.`,
    emptyTest:
      'No payment of these days has a fee yet. A test payment has its fee some seconds after it succeeds.',
    emptyLive: (processors: string) =>
      `No processor has booked a payment in these days. Connect ${processors} under Settings, Payments, to see what payments cost.`,
  },
  takings: {
    title: 'Takings by day',
    about: (currency: string) =>
      `Successful payments in ${currency}, less refunds. Refunds count on the day of the refund.`,
    failed: 'The takings could not be loaded',
    day: 'Day',
    method: 'Payment Method',
    gross: 'Gross',
    refunds: 'Refunds',
    net: 'Net',
    count: 'Payments',
    payments: (count: string) => `${count} ${count === '1' ? 'payment' : 'payments'}`,
    total: 'Total of the period',
    more: (count: string) => `Show ${count} more rows`,
    open: (gross: string, day: string, method: string) =>
      `${gross}, ${day}, ${method}: show the payments`,
  },
  top: {
    title: 'Top Performing Periods',
    about: (currency: string) => `By revenue in ${currency}`,
    kinds: {
      month: 'Best month',
      day: 'Best day',
      weekday: 'Best weekday',
      slot: 'Best part of the week, over all your payments',
    },
    shares: {
      range: (percent: string) => `${percent} of the revenue in this range`,
      week: (percent: string) => `${percent} of weekly volume`,
    },
    /** Weekdays, starting with Sunday. */
    weekdays: weekdays.map((day) => `${day}s`),
    /** Slots of six hours each, starting at midnight. */
    slots: ['Nights', 'Mornings', 'Afternoons', 'Evenings'].map(
      (part) => (weekday: number) => `${weekdays[weekday]} ${part}`,
    ),
    versusMonth: 'from the month before',
    open: (period: string, amount: string) => `${period}, ${amount}: show the payments`,
  },
} as const
