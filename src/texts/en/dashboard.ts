export const dashboard = {
  summary: 'Key figures',
  stats: {
    totalRevenue: 'Total Revenue',
    totalTransactions: 'Transactions',
    activeCustomers: 'Active Customers',
    successRate: 'Success Rate',
  },
  /** What each figure is of; its change is of another time. */
  basis: {
    currency: (currency: string) => `All time, in ${currency}`,
    currencies: 'All time, all currencies',
    customers: 'All active customers',
    final: 'Of final payments, all time, all currencies',
  },
  versus: 'last 30 days vs the 30 before',
  versusAdded: 'added in the last 30 days vs the 30 before',
  otherCurrencies: 'Also',
  statsFailed: 'The key figures could not be loaded',
  volume: {
    title: 'Transaction Volume',
    about: 'Payments per day, last 30 days',
    series: 'Payments',
    open: (payments: string, day: string) =>
      `${payments} ${payments === '1' ? 'payment' : 'payments'} on ${day}`,
    day: 'Day',
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
