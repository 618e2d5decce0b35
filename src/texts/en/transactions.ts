import type {
  TransactionSort,
  TransactionStatus,
} from '#server/features/transactions/transaction-enums.schema.ts'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'

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

/** Meanings of the decline codes, with the merchant's next step. */
const reasons: Record<DeclineCode, { meaning: string; next: string }> = {
  card_declined: {
    meaning: 'The card was declined by its bank.',
    next: 'Ask the customer to try another card or to call their bank, then take the payment again.',
  },
  account_restricted: {
    meaning: 'The processor does not let your account take this payment.',
    next: 'Sign in on the processor’s website and do what it asks for there. Then take the payment again.',
  },
  payer_declined: {
    meaning: 'PayPal, or another service such as Klarna, declined the payment.',
    next: 'Ask the customer to check their account there or to use another payment method.',
  },
  insufficient_funds: {
    meaning: 'There was not enough money in the account.',
    next: 'Ask the customer for another payment method, or try again later.',
  },
  expired: {
    meaning: 'The customer did not confirm the payment in time.',
    next: 'Take the payment again and ask the customer to confirm it straight away.',
  },
  transfer_rejected: {
    meaning: 'The bank rejected the transfer or the direct debit.',
    next: 'Check the bank details with the customer, then take the payment again.',
  },
  authentication_failed: {
    meaning: 'The customer did not complete the bank’s confirmation.',
    next: 'Ask the customer to pay again and to confirm it, or to use another payment method.',
  },
  authorization_expired: {
    meaning: 'The authorized amount was not captured in time.',
    next: 'Take a new payment if it is still wanted, and capture it earlier.',
  },
  duplicate: {
    meaning: 'The bank or the processor treated it as a duplicate of an earlier payment.',
    next: 'Check the first payment before you take it again.',
  },
  expired_card: {
    meaning: 'The card has expired.',
    next: 'Ask the customer for another card, then take the payment again.',
  },
  incorrect_details: {
    meaning: 'The card details were wrong.',
    next: 'Ask the customer to check the number, date and security code, then take the payment again.',
  },
  limit_exceeded: {
    meaning: 'The card has reached its limit.',
    next: 'Ask the customer for another card, or try again later.',
  },
  not_supported: {
    meaning: 'The card does not support this kind of payment or this currency.',
    next: 'Ask the customer for another card or another payment method.',
  },
  try_again: {
    meaning: 'The card’s bank could not be reached.',
    next: 'Take the payment again in a moment.',
  },
  not_sent: {
    meaning: 'The processor was never reached, so no money moved.',
    next: 'Take the payment again.',
  },
  cancelled: {
    meaning: 'The payment was cancelled before it went through.',
    next: 'Take a new payment if it is still wanted.',
  },
}

/** The same reasons, short enough for a row of a list. */
const shortReasons: Record<DeclineCode, string> = {
  card_declined: 'Card declined',
  account_restricted: 'Account restricted',
  payer_declined: 'Service declined',
  insufficient_funds: 'Insufficient funds',
  expired: 'Not confirmed',
  transfer_rejected: 'Rejected by the bank',
  authentication_failed: 'Not confirmed',
  authorization_expired: 'Not captured',
  duplicate: 'Duplicate',
  expired_card: 'Card expired',
  incorrect_details: 'Wrong details',
  limit_exceeded: 'Over the limit',
  not_supported: 'Not supported',
  try_again: 'Bank unavailable',
  not_sent: 'Never sent',
  cancelled: 'Cancelled',
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const slots = ['nights', 'mornings', 'afternoons', 'evenings']

const filters = {
  settled: {
    true: 'With a balance entry',
    false: 'Without a balance entry',
    unknown: 'At a processor without balance',
  },
  final: (isFinal: boolean) => (isFinal ? 'Final only' : 'Not final yet'),
  customer: (customer: string) => `Customer ${customer}`,
  /** Returns "Friday evenings", or the known part of it. */
  moment: (weekday: number | undefined, slot: number | undefined) => {
    const part = slot === undefined ? undefined : (slots[slot] ?? '')
    if (weekday === undefined) return part ? `All ${part}` : ''
    return part ? `${weekdays[weekday]} ${part}` : `${weekdays[weekday]}s`
  },
}

const decisions = {
  success: {
    action: 'Mark as paid',
    title: (amount: string) => `Mark payment of ${amount} as paid?`,
    text: (customer: string, reference: string) =>
      `The bank transfer from ${customer} (${reference}) will be marked as received. This cannot be undone.`,
    done: 'Payment marked as paid',
    doneText: (reference: string) => `The status of ${reference} is now Success.`,
    failed: 'Payment not marked as paid',
    back: 'Cancel',
  },
  failed: {
    action: 'Cancel payment',
    title: (amount: string) => `Cancel payment of ${amount}?`,
    text: (customer: string, reference: string) =>
      `The payment from ${customer} (${reference}) will be marked as failed. This cannot be undone.`,
    done: 'Payment cancelled',
    doneText: (reference: string) => `The status of ${reference} is now Failed.`,
    failed: 'Payment not cancelled',
    back: 'Keep payment',
  },
  reason: 'Reason (optional)',
  reasonHelp: 'Shown in the timeline.',
}

export const transactions = {
  statuses,
  tabNames: statuses,
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
  search: 'Search transactions',
  viewExample: 'Pending transfers',
  searchPlaceholder: 'Search transactions...',
  summary: {
    label: 'Payments by status',
    payments: (shown: string, count: number) => (count === 1 ? '1 payment' : `${shown} payments`),
    sums: {
      success: (amounts: string) => `${amounts} taken`,
      pending: (amounts: string) => `${amounts} pending`,
      failed: (amounts: string) => `${amounts} not taken`,
    },
    tooMany: 'More payments than can be added up. Narrow the list to see sums.',
  },
  filters,
  pageSize: 'Rows per page',
  compactRows: 'Compact rows',
  more: 'More actions for',
  decisions,
  page: (page: number) => `Page ${page}`,
  emptyTitle: 'No transactions yet',
  empty: 'No transactions found. Process your first payment to see transactions here.',
  emptyAction: 'Process a payment',
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
    copyId: 'Copy internal ID',
    copyCustomerId: 'Copy customer ID',
    customer: 'Customer',
    email: 'Email',
    customerId: 'Customer ID',
    method: 'Payment method',
    description: 'Description',
    noDescription: 'None',
    created: 'Created',
    updated: 'Last change',
    settled: 'Settled',
    failedAt: 'Failed',
    notSettled: 'Not yet',
    orderReference: 'Order reference',
    imported: (processor: string) => `Imported from ${processor}`,
    allOfCustomer: 'All payments of this customer',
    more: 'More details',
    api: 'Read it with the API',
    apiHelp: 'Replace sk_test_… or sk_live_… with your secret key.',
    copyCurl: 'Copy the curl command',
    /** The printout of a payment that was not received is not a receipt. */
    printRecord: 'Print payment record',
    neighbours: {
      label: 'Payments of the list',
      place: (place: string, total: string) => `${place} of ${total}`,
      previous: 'Previous payment',
      next: 'Next payment',
      isFirst: 'This is the first payment of the list.',
      isLast: 'This is the last payment of the list.',
    },
    pendingTitle: 'Waiting for the outcome',
    pending: 'The processor has not confirmed this payment yet. This page updates automatically.',
    bankTitle: 'Waiting for the confirmation',
    bank: 'The customer has done their part. A direct debit takes some days and can still fail: do not ship yet. This page updates automatically.',
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
    you: 'by you',
    person: 'by your team',
    integration: 'by your integration',
    processor: 'by the processor',
    system: 'automatically',
    elsewhere: 'outside Incasso',
    named: (name: string) => `by ${name}`,
  },
  /** The time since the entry above in the timeline. */
  after: (duration: string) => `after ${duration}`,
  atOnce: 'at once',
  note: (text: string) => `Note: ${text}`,
  reasons,
  shortReasons,
  unknownReason: {
    meaning: 'The processor gave no reason that we know.',
    next: 'Ask the customer for another payment method, or try again later.',
  },
} as const
