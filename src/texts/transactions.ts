import type {
  TransactionSort,
  TransactionStatus,
} from '#server/features/transactions/transactions.schema.ts'

const statuses: Record<TransactionStatus, string> = {
  success: 'Success',
  pending: 'Pending',
  failed: 'Failed',
}

const sorts: Record<TransactionSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-amount': 'Largest amount first',
  amount: 'Smallest amount first',
  customerName: 'Customer A to Z',
  '-customerName': 'Customer Z to A',
  transactionId: 'ID ascending',
  '-transactionId': 'ID descending',
}

/** What a processor's reason means, and what the merchant can do about it. */
const reasons: Record<string, { meaning: string; next: string }> = {
  card_declined: {
    meaning: 'The card was declined by its bank.',
    next: 'Ask the customer to try another card or to call their bank, then take the payment again.',
  },
  payer_declined: {
    meaning: 'PayPal declined the payment.',
    next: 'Ask the customer to check their PayPal account or to use another payment method.',
  },
  insufficient_funds: {
    meaning: 'There was not enough money on the account.',
    next: 'Ask the customer for another payment method, or try again later.',
  },
  expired: {
    meaning: 'The customer did not confirm the payment in time.',
    next: 'Take the payment again and ask the customer to confirm it straight away.',
  },
  transfer_rejected: {
    meaning: 'The bank rejected the transfer.',
    next: 'Check the bank details with the customer, then take the payment again.',
  },
  cancelled: {
    meaning: 'The payment was cancelled before it went through.',
    next: 'Take a new payment if it is still wanted.',
  },
}

export const transactions = {
  statuses,
  statusLabel: 'Status',
  allStatus: 'All Status',
  sortLabel: 'Sort by',
  sorts,
  columns: {
    id: 'Transaction ID',
    customer: 'Customer',
    amount: 'Amount',
    method: 'Payment Method',
    status: 'Status',
    date: 'Date',
    actions: 'Actions',
  },
  caption: 'Transactions',
  view: 'View transaction',
  copyId: 'Copy transaction ID',
  copied: 'Copied',
  currencyFilter: (currency: string) => `Currency: ${currency}`,
  methodFilter: (method: string) => `Method: ${method}`,
  customerFilter: 'One customer',
  removeFilter: (filter: string) => `Remove filter ${filter}`,
  clearFilters: 'Clear filters',
  showing: (from: number, to: number, total: string) =>
    `Showing ${from} to ${to} of ${total} results`,
  pages: 'Pages',
  page: (page: number) => `Page ${page}`,
  previous: 'Previous',
  next: 'Next',
  emptyTitle: 'No transactions yet',
  empty: 'No transactions found. Process your first payment to see transactions here.',
  emptyAction: 'Process a payment',
  noMatchTitle: 'Nothing matches',
  noMatch: 'No transactions match these filters.',
  loadFailed: 'Transactions could not be loaded',
  detail: {
    back: 'All transactions',
    loadFailed: 'This transaction could not be loaded',
    notFoundTitle: 'Transaction not found',
    notFound: 'There is no transaction with this ID in your account.',
    details: 'Details',
    timeline: 'Timeline',
    reference: 'Transaction ID',
    id: 'Internal ID',
    customer: 'Customer',
    email: 'Email',
    customerId: 'Customer ID',
    method: 'Payment method',
    description: 'Description',
    noDescription: 'None',
    created: 'Created',
    updated: 'Last change',
    settled: 'Settled',
    notSettled: 'Not yet',
    again: 'Process another payment',
    pendingTitle: 'Waiting for the outcome',
    pending: 'The processor has not confirmed this payment yet. This page updates by itself.',
    failedTitle: 'Why it failed',
    zone: (zone: string) => `Dates are shown in ${zone}.`,
  },
  events: {
    created: 'Payment created',
    createdAs: {
      success: 'Payment taken straight away',
      pending: 'Payment created, waiting for the outcome',
      failed: 'Payment refused straight away',
    } satisfies Record<TransactionStatus, string>,
    changedTo: {
      success: 'Payment succeeded',
      pending: 'Payment is waiting for the outcome',
      failed: 'Payment failed',
    } satisfies Record<TransactionStatus, string>,
  },
  actors: {
    person: 'by your team',
    integration: 'by your integration',
    processor: 'by the processor',
  },
  reasons,
  unknownReason: {
    meaning: 'The processor gave no reason that we know.',
    next: 'Ask the customer for another payment method, or try again later.',
  },
} as const
