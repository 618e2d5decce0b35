import type {
  RefundReason,
  RefundSort,
  RefundStatus,
} from '#server/features/refunds/refund-enums.schema.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'

const statuses: Record<RefundStatus, string> = {
  success: 'Refunded',
  pending: 'Pending',
  failed: 'Failed',
  cancelled: 'Declined',
}

const reasons: Record<RefundReason, string> = {
  requested_by_customer: 'Requested by the customer',
  duplicate: 'Paid twice',
  fraudulent: 'Fraud',
  service_not_delivered: 'Not delivered',
  goodwill: 'Goodwill',
  other: 'Other',
}

const sorts: Record<RefundSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-amount': 'Largest amount first',
  amount: 'Smallest amount first',
  customerName: 'Customer A to Z',
  '-customerName': 'Customer Z to A',
  reference: 'Payment ascending',
  '-reference': 'Payment descending',
}

/** Reasons of failed refunds, with the merchant's next step. */
const failures: Record<RefundFailure, { meaning: string; next: string }> = {
  account_closed: {
    meaning: 'The card or account that paid no longer accepts money.',
    next: 'Return the money another way, and inform the customer.',
  },
  insufficient_funds: {
    meaning: 'Your balance at the processor was too low.',
    next: 'Wait for more takings, or top up the balance, then refund again.',
  },
  not_approved: {
    meaning: 'An owner declined the refund.',
    next: 'Ask the owner before refunding again.',
  },
  processor_key_invalid: {
    meaning: 'The processor does not accept the key of your account.',
    next: 'Connect the account again in Settings, Payments.',
  },
  refunded_elsewhere: {
    meaning:
      'The refund was waiting for approval when the money had already gone back at the processor, or to the bank.',
    next: 'Check what is left of the payment, and refund that if needed.',
  },
  refused: {
    meaning: 'The processor refused the refund.',
    next: 'Refund another amount, or return the money another way.',
  },
}

/** The same reasons, short enough for a row of a list. */
const shortFailures: Record<RefundFailure, string> = {
  account_closed: 'Account closed',
  insufficient_funds: 'Insufficient balance',
  not_approved: 'Not approved',
  processor_key_invalid: 'Key not accepted',
  refunded_elsewhere: 'Refunded elsewhere',
  refused: 'Refused',
}

/** The destination of a refund and its arrival time, by payment method. */
const arrivals: Record<PaymentMethod, string> = {
  card: 'back to the card they paid with, usually within 5–10 days',
  paypal: 'back to their PayPal account, usually within 5 days',
  bank: 'back to the account they paid from, usually within 1–3 working days',
}

const money = {
  title: 'Amounts',
  sandbox: 'the sandbox',
  taken: 'Taken',
  refunded: 'Refunded',
  refunding: 'Being refunded',
  disputed: 'Disputed',
  left: 'Left',
  authorized: 'Authorized',
  captureWithin: 'Capture within',
  until: 'until',
  released: 'Released',
  /** The time left to capture. */
  remaining: (duration: string) => duration,
  overdue: 'The time to capture has passed.',
  failed: 'The amounts could not be loaded',
  partial: 'Partly refunded',
  full: 'Refunded',
  inProgress: 'Refund pending',
  allRefunds: 'All refunds of this payment',
}

const dialog = {
  open: 'Refund',
  title: (reference: string) => `Refund payment ${reference}`,
  left: (amount: string) => `${amount} can be refunded.`,
  nothingLeft: 'Nothing is left to refund.',
  notRefundable: 'Only a payment that has succeeded can be refunded.',
  notByUs:
    'This payment came to your bank account, so Incasso cannot send it back. Return the money by a bank transfer of your own.',
  notByProcessor: (processor: string) =>
    `This payment went to ${processor}, from which Incasso cannot send money. Return it to the customer yourself.`,
  failed: 'What is left of the payment could not be loaded',
  amount: 'Amount',
  all: 'All that is left',
  returns: (amount: string) => `Returns ${amount}`,
  amountMissing: 'Enter an amount.',
  tooMuch: (left: string) => `At most ${left} can be refunded.`,
  reason: 'Reason',
  note: 'Note (optional)',
  noteHelp: 'For your team. The customer does not see it.',
  seen: (customer: string, amount: string, arrival: string) =>
    `${customer} will get ${amount} ${arrival}.`,
  arrivals,
  receipt: {
    sent: (email: string) => `A receipt is emailed to ${email} once the refund has succeeded.`,
    printed: () => 'No receipt is emailed: this server only writes it to its log.',
    off: () => 'No receipt is emailed: customer emails are off in the settings.',
    stranger: () => 'No receipt is emailed: in test mode only members of your team get emails.',
    erased: () => 'No receipt is emailed: the customer was erased.',
    no_address: () => 'No receipt is emailed: a sale at the counter has no customer.',
    none: () => 'No receipt is emailed: this server sends no email.',
  },
  action: (amount: string) => `Refund ${amount}`,
  plainAction: 'Refund',
  sending: 'Refunding…',
  back: 'Cancel',
  close: 'Close',
  lostTitle: 'No response',
  lost: 'We are checking whether the refund was made. If it was, the timeline shows it. Sending the same refund again cannot refund twice.',
  failedTitle: 'Refund not made',
  notMade: 'Not refunded',
  done: (amount: string, reference: string) => ({
    title: 'Refunded',
    message: `${amount} of ${reference} went back.`,
  }),
  pending: (amount: string, reference: string) => ({
    title: 'Refund on its way',
    message: `${amount} of ${reference} is being returned.`,
  }),
  waiting: (amount: string) => ({
    title: 'Waiting for approval',
    message: `The refund of ${amount} is above your limit. It is made once an owner approves it.`,
  }),
  lostToast: {
    title: 'No response',
    message: 'The refund may have been made. Check the timeline first.',
  },
}

const approval = {
  waits: 'Waiting for approval',
  text: (amount: string) =>
    `A refund of ${amount} is above the limit of the person who requested it.`,
  forOwners: 'An owner has to approve it before it is made.',
  approve: 'Approve',
  decline: 'Decline',
  approveOf: (amount: string) => `Approve refund of ${amount}`,
  declineOf: (amount: string) => `Decline refund of ${amount}`,
  approved: (amount: string) => ({
    title: 'Refund approved',
    message: `${amount} is being returned.`,
  }),
  declined: (amount: string) => ({
    title: 'Refund declined',
    message: `${amount} stays with you.`,
  }),
  failed: 'Not decided',
}

const capture = {
  open: 'Capture',
  title: (reference: string) => `Capture payment ${reference}`,
  authorized: (amount: string) => `${amount} is authorized. You can capture a payment once.`,
  amount: 'Amount',
  takes: (amount: string) => `Takes ${amount}`,
  amountMissing: 'Enter an amount.',
  tooMuch: (most: string) => `At most ${most} can be captured.`,
  rest: (amount: string, customer: string) => `The remaining ${amount} is released to ${customer}.`,
  noRest: 'You capture the full amount.',
  action: (amount: string) => `Capture ${amount}`,
  plainAction: 'Capture',
  sending: 'Capturing…',
  back: 'Cancel',
  done: (amount: string, reference: string) => ({
    title: 'Payment captured',
    message: `${amount} of ${reference} was taken.`,
  }),
  pending: (amount: string, reference: string) => ({
    title: 'Capture on its way',
    message: `${amount} of ${reference} is being taken.`,
  }),
  failed: 'Not captured',
  lostTitle: 'No response',
  lost: 'We are checking whether the payment was captured, and this page will show it. Sending the same capture again cannot capture twice.',
  outlookTitle: 'Authorized, not taken yet',
  outlook: 'Capture the payment to take the money, or void it to release all of it.',
  outlookUntil: (moment: string) =>
    `Capture the payment by ${moment} to take the money, or void it to release all of it.`,
}

const voiding = {
  open: 'Void',
  title: (amount: string) => `Void payment of ${amount}?`,
  text: (customer: string, amount: string) =>
    `Nothing is taken: ${amount} is released to ${customer}. This cannot be undone.`,
  action: 'Void payment',
  back: 'Keep payment',
  done: (reference: string) => ({
    title: 'Payment voided',
    message: `What was authorized for ${reference} is released.`,
  }),
  failed: 'Not voided',
}

export const refunds = {
  statuses,
  tabNames: statuses,
  reasons,
  sorts,
  failures,
  shortFailures,
  money,
  dialog,
  approval,
  capture,
  voiding,
  timeline: {
    refund: (amount: string) => `Refund of ${amount}`,
    authorized: 'Payment authorized',
    captured: (captured: string, authorized: string) => `Captured ${captured} of ${authorized}`,
    declined: (number: number) => `Attempt ${number} declined`,
    abandoned: (number: number) => `Attempt ${number} abandoned`,
    settled: (duration: string) => `settled after ${duration}`,
    note: (text: string) => `Note: ${text}`,
    open: (amount: string) => `Open the refund of ${amount} in the list of refunds`,
    openShort: 'Open in refunds',
  },
  columns: {
    id: 'Refund ID',
    reference: 'Payment',
    customer: 'Customer',
    amount: 'Amount',
    reason: 'Reason',
    status: 'Status',
    date: 'Date',
  },
  caption: 'Refunds',
  tabs: 'Refunds by status',
  summary: {
    refunds: (shown: string, count: number) => (count === 1 ? '1 refund' : `${shown} refunds`),
    sums: {
      success: (amount: string) => `${amount} returned`,
      pending: (amount: string) => `${amount} pending`,
      failed: (amount: string) => `${amount} failed`,
      cancelled: (amount: string) => `${amount} declined`,
    },
    tooMany: 'More refunds than can be added up. Narrow the list to see sums.',
  },
  search: 'Search refunds',
  viewExample: 'Failed refunds',
  searchPlaceholder: 'Search refunds...',
  filters: {
    addReason: '+ Reason',
    reason: (reason: string) => `Reason: ${reason}`,
    customer: (customer: string) => `Customer ${customer}`,
    payment: (payment: string) => `Payment ${payment}`,
  },
  copyId: 'Copy refund ID',
  emptyTitle: 'No refunds yet',
  empty: 'Refunds appear here. You make a refund on the page of its payment.',
  emptyAction: 'Choose a payment',
  noMatch: 'No refunds match these filters.',
  loadFailed: 'Refunds could not be loaded',
  figures: {
    label: 'After refunds',
    gross: 'Taken',
    refunded: 'Refunded',
    net: 'Net',
    currency: 'Currency',
    note: 'A refund counts on the day it was made.',
    openGross: (amount: string) => `${amount} taken`,
    openRefunded: (amount: string) => `${amount} refunded`,
  },
} as const
