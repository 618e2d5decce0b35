import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'

/** Reasons short enough for a button. */
const reasons: Record<DeclineCode, string> = {
  authentication_failed: 'Not confirmed by the customer',
  authorization_expired: 'Not captured in time',
  cancelled: 'Cancelled manually',
  card_declined: 'Card declined',
  expired: 'Not confirmed in time',
  insufficient_funds: 'Insufficient funds',
  duplicate: 'Treated as a duplicate',
  expired_card: 'Card expired',
  incorrect_details: 'Card details wrong',
  limit_exceeded: 'Card over its limit',
  not_supported: 'Card not supported',
  try_again: 'Bank not reached',
  not_sent: 'Never sent',
  account_restricted: 'Your account is restricted',
  payer_declined: 'Declined by the service',
  transfer_rejected: 'Rejected by the bank',
}

export const dashboard = {
  summary: 'Key figures',
  stats: {
    totalRevenue: 'Total Revenue',
    totalTransactions: 'Transactions',
    activeCustomers: 'Active Customers',
    successRate: 'Success Rate',
  },
  allTime: 'All time',
  /** The period of the figures, and that of their lines and changes. */
  periods: 'All time · trend of the last 30 days, compared with the 30 days before',
  /** The basis of each figure, read aloud after it. */
  basis: {
    currency: (currency: string) => `in ${currency}`,
    currencies: 'all currencies',
    customers: 'all active customers',
    final: 'of final payments, all currencies',
  },
  noPayments: 'no payments yet',
  recentDays: (figure: string) => `Last 30 days: ${figure}`,
  /** Customers first seen in these days. */
  added: (count: string) => `${count} new`,
  noneFinal: '—',
  points: (change: string) => `${change} pts`,
  versus: 'vs the 30 days before',
  afterRefunds: 'After refunds',
  net: {
    net: 'Net',
    open: (amount: string) => `Net ${amount}: show how it comes about`,
    title: 'From takings to net',
    gross: 'Taken',
    refunded: 'Refunded',
    disputed: 'Disputed',
    fees: 'Fees',
    /** Fees become known after the payment, and some processors report none. */
    unknown: (count: string, isOne: boolean) =>
      isOne ? 'Before the fee of 1 payment' : `Before the fees of ${count} payments`,
  },
  /** Followed by the codes of other currencies. */
  otherCurrencies: 'Also in',
  statsFailed: 'The key figures could not be loaded',
  today: {
    title: 'Today',
    failed: 'Today’s figures could not be loaded',
    open: (amount: string) => `${amount} today so far`,
    versus: (weekday: string, time: string) => `vs last ${weekday} until ${time}`,
    nothingBefore: (weekday: string, time: string) => `no takings last ${weekday} until ${time}`,
    openCurrency: (currency: string) => `and ${currency}`,
    disputesDue: (days: number, count: string) => `Respond within ${days} days: ${count}`,
    disputesUnknown: 'Disputes that need a response',
    pending: (count: string) => `${count} pending`,
    failedToday: (count: string) => `${count} failed today`,
    seeWhy: 'see why',
    allWell: 'Nothing pending, nothing failed today',
    reasons,
    otherReason: 'Other reason',
  },
  start: {
    title: { test: 'Get started', live: 'Take your first real payment' },
    about: (done: string, all: string) => `${done} of ${all} done.`,
    aboutMode: {
      test: 'In test mode no real charges are made.',
      live: 'Charges in live mode are real.',
    },
    website: 'Have a website?',
    websiteLink: 'API keys and webhooks',
    dismiss: 'Hide this list',
    done: 'Done',
    steps: (names: string) => ({
      payment: 'Take a test payment',
      connect: `Connect ${names} or enter your IBAN`,
      link: 'Create a payment link',
      processor: `Connect ${names}`,
      iban: 'Enter your IBAN',
      branding: 'Add your logo and colour',
      colleague: 'Invite a colleague',
    }),
  },
  volume: {
    title: 'Transaction Volume',
    about: 'Payments per day, last 30 days',
    series: 'Payments',
    open: (payments: string, day: string) =>
      `${payments} ${payments === '1' ? 'payment' : 'payments'} on ${day}`,
    day: 'Day',
    soFar: 'so far today',
    failed: 'The transaction volume could not be loaded',
  },
  methods: {
    title: 'Payment Methods',
    about: 'Successful payments per method',
    method: 'Method',
    payments: 'Payments',
    open: (payments: string, method: string) =>
      `${payments} successful ${payments === '1' ? 'payment' : 'payments'} by ${method}`,
    total: 'Total',
    openAll: (payments: string) =>
      `${payments} successful ${payments === '1' ? 'payment' : 'payments'} in all`,
    unreported: (method: string) => `${method}, unspecified`,
    within: (name: string, method: string) => `${name} (${method})`,
    failed: 'The payment methods could not be loaded',
  },
  recent: {
    title: 'Recent Transactions',
    all: 'View all',
    empty: 'No transactions found',
    emptyHelp: 'Payments that you take appear here.',
    failed: 'Recent transactions could not be loaded',
  },
} as const
