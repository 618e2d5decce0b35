import type {
  MonthSection,
  MonthState,
  OpenItemKind,
} from '#server/features/months/months.schema.ts'

const states: Record<MonthState, string> = {
  running: 'Running',
  open: 'Open',
  closed: 'Closed',
}

const openKinds: Record<OpenItemKind, string> = {
  unsettled: 'Payments without a balance entry',
  needs_response: 'Disputes that need a response',
  under_review: 'Disputes under review',
  refund_pending: 'Refunds under way',
}

const sections: Record<MonthSection, string> = {
  gross: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
  fees: 'Fees',
  payouts: 'Payouts',
  other: 'Other entries',
  open: 'Open items',
}

const close = {
  open: 'Close the month',
  title: (month: string) => `Close ${month}?`,
  text: 'The figures can no longer change, and a checksum (SHA-256) proves them. This cannot be undone.',
  later: 'Transactions that become known later appear as corrections in the next month.',
  taxes: 'VAT by rate',
  taxesHelp:
    'Optional. One line for each rate, such as “22: 1802.46”. Incasso stores it and computes nothing.',
  badTaxes: 'Write one line for each rate, such as “22: 1802.46”.',
  action: 'Close the month',
  back: 'Cancel',
  done: (month: string) => ({
    title: 'Month closed',
    message: `The figures of ${month} can no longer change.`,
  }),
  failed: 'The month was not closed',
  not_over: 'It can be closed when it is over.',
  earlier_open: 'Close the months before it first.',
}

/** Texts of months for the accountant. */
export const months = {
  tab: 'Months',
  caption: 'Months',
  toList: 'Months',
  title: (month: string) => month,
  states,
  intro: 'Takings, fees, payouts and open items of each month, for the accountant.',
  columns: { month: 'Month', state: 'Status', closedAt: 'Closed' },
  loadFailed: 'The months could not be loaded',
  notFoundTitle: 'No such month',
  notFound: 'There is no money in this month.',
  zone: (zone: string) => `Days in ${zone}`,
  closedOn: (day: string) => `Closed on ${day}`,
  hash: 'Checksum (SHA-256)',
  copyHash: 'Copy the checksum',
  asOf: 'As known on',
  asOfNow: 'Now',
  asOfNote: (day: string) =>
    `Amounts as known at the end of this day: ${day}. Corrections and open items are not included.`,
  csv: 'Download CSV',
  print: 'Print',
  takings: 'Takings by day and method',
  day: 'Day',
  method: 'Method',
  noMethod: 'Payment not recorded in Incasso',
  gross: 'Gross',
  refunded: 'Refunds',
  disputed: 'Disputes',
  net: 'Net',
  count: 'Payments',
  entries: 'Entries',
  total: 'Total',
  fees: 'Fees by processor',
  provider: 'Processor',
  country: 'Registered office',
  countries: { stripe: 'Ireland', paypal: 'Luxembourg' },
  countryNote:
    'Registered offices that apply to businesses in Italy. The processor’s invoice is authoritative.',
  kind: 'Type',
  amount: 'Amount',
  payouts: 'Payouts',
  others: 'Other entries',
  open: 'Open items',
  openNote: { now: 'As of now', closed: 'As of the close' },
  openKinds,
  corrections: 'Corrections of earlier months',
  correctionsNote: 'Transactions of closed months that became known after the close.',
  section: 'Section',
  month: 'Month',
  sections,
  taxes: 'VAT entered at the close',
  taxesNote: 'Entered by the person who closed the month. Incasso computes no tax.',
  rate: 'Rate',
  nothing: 'Nothing in this month.',
  book: { test: 'TEST: no real money' },
  printedOn: (moment: string) => `Printed on ${moment}`,
  draft: 'Not closed: figures may change',
  readsOnly: 'Accountants see the books and close months. Owners and staff take payments.',
  close,
} as const
