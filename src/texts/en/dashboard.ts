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
  payer_declined: 'Declined by PayPal',
  transfer_rejected: 'Transfer rejected',
}

export const dashboard = {
  summary: 'Key figures',
  stats: {
    totalRevenue: 'Total Revenue',
    totalTransactions: 'Transactions',
    activeCustomers: 'Active Customers',
    successRate: 'Success Rate',
  },
  allTime: 'all time',
  /** The basis of each figure of all time, read aloud after it. */
  basis: {
    currency: (currency: string) => `in ${currency}`,
    currencies: 'all currencies',
    customers: 'all active customers',
    final: 'of final payments, all currencies',
  },
  noPayments: 'no payments yet',
  recentDays: 'Last 30 days',
  /** Customers first seen in these days. */
  added: (count: string) => `${count} new`,
  noneFinal: '—',
  points: (change: string) => `${change} pts`,
  versus: 'vs the 30 days before',
  otherCurrencies: 'Also',
  statsFailed: 'The key figures could not be loaded',
  today: {
    title: 'Today',
    failed: 'Today’s figures could not be loaded',
    open: (amount: string) => `${amount} today so far`,
    versus: (weekday: string, time: string) => `vs last ${weekday} until ${time}`,
    nothingBefore: (weekday: string, time: string) => `no takings last ${weekday} until ${time}`,
    pending: (count: string, sums: string) => `${count} pending · ${sums}`,
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
      payment: {
        title: 'Take a test payment',
        text: 'See how a payment succeeds, waits or fails.',
      },
      connect: {
        title: `Connect ${names} or enter your IBAN`,
        text: `${names} takes cards; bank transfers come to your account.`,
      },
      link: {
        title: 'Create a payment link',
        text: 'Customers pay you on a page that you send them.',
      },
      processor: {
        title: `Connect ${names}`,
        text: 'Customers can then pay by card.',
      },
      iban: {
        title: 'Enter your IBAN',
        text: 'Customers can then pay by bank transfer.',
      },
      branding: {
        title: 'Add your logo and colour',
        text: 'Customers see them on your payment links and receipts.',
      },
      colleague: {
        title: 'Invite a colleague',
        text: 'They get an account of their own.',
      },
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
