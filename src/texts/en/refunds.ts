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
    meaning: 'The card or account that paid does not take money any more.',
    next: 'Return the money another way, and tell the customer.',
  },
  insufficient_funds: {
    meaning: 'The balance at the processor did not suffice.',
    next: 'Wait for more takings, or top up the balance, then refund again.',
  },
  not_approved: {
    meaning: 'An owner did not agree to the refund.',
    next: 'Ask the owner before refunding again.',
  },
  processor_key_invalid: {
    meaning: 'The processor does not accept the key of your account.',
    next: 'Connect the account again in Settings, Payments.',
  },
  refunded_elsewhere: {
    meaning:
      'The refund was waiting for approval when the money had already gone back at the processor, or to the bank.',
    next: 'See what is left of the payment, and refund that if more is to go back.',
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
  title: 'Money',
  taken: 'Taken',
  refunded: 'Refunded',
  refunding: 'Being refunded',
  disputed: 'Disputed',
  left: 'Left',
  authorized: 'Authorised',
  captureWithin: 'Capture within',
  until: 'until',
  released: 'Released',
  /** The time left to capture. */
  remaining: (duration: string) => duration,
  overdue: 'The time to capture is over.',
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
    sent: (email: string) => `Once it has gone back, a receipt is mailed to ${email}.`,
    printed: () => 'No receipt is mailed: this server only prints it in its log.',
    off: () => 'No receipt is mailed: mails to customers are off in the settings.',
    stranger: () => 'No receipt is mailed: in the test book only members of your team get mails.',
    erased: () => 'No receipt is mailed: the customer was erased.',
    none: () => 'No receipt is mailed: this server sends no mail.',
  },
  action: (amount: string) => `Refund ${amount}`,
  plainAction: 'Refund',
  sending: 'Refunding…',
  back: 'Go back',
  close: 'Close',
  lostTitle: 'No answer came',
  lost: 'Whether the refund was made is being checked: if it was, it is in the timeline. Sending the same again cannot refund twice.',
  failedTitle: 'The money was not returned',
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
    title: 'Waits for an owner',
    message: `The refund of ${amount} is beyond your limit. It is sent once an owner agrees.`,
  }),
  lostToast: {
    title: 'No answer came',
    message: 'The refund may have been made. Look at the timeline before anything else.',
  },
}

const approval = {
  waits: 'Waits for an owner',
  text: (amount: string) => `A refund of ${amount} is beyond the limit of who asked for it.`,
  forOwners: 'An owner of the business has to agree before it is sent.',
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
  authorized: (amount: string) => `${amount} is authorised. A payment is captured once.`,
  amount: 'Amount',
  takes: (amount: string) => `Takes ${amount}`,
  amountMissing: 'Enter an amount.',
  tooMuch: (most: string) => `At most ${most} can be captured.`,
  rest: (amount: string, customer: string) => `The rest, ${amount}, is released to ${customer}.`,
  noRest: 'All that was authorised is taken.',
  action: (amount: string) => `Capture ${amount}`,
  plainAction: 'Capture',
  sending: 'Capturing…',
  back: 'Go back',
  done: (amount: string, reference: string) => ({
    title: 'Payment captured',
    message: `${amount} of ${reference} was taken.`,
  }),
  pending: (amount: string, reference: string) => ({
    title: 'Capture on its way',
    message: `${amount} of ${reference} is being taken.`,
  }),
  failed: 'Not captured',
  lostTitle: 'No answer came',
  lost: 'Whether the payment was captured is being checked: this page then says so. Sending the same again cannot capture twice.',
  outlookTitle: 'Authorised, not taken yet',
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
  back: 'Go back',
  done: (reference: string) => ({
    title: 'Payment voided',
    message: `What was authorised for ${reference} is released.`,
  }),
  failed: 'Not voided',
}

export const refunds = {
  statuses,
  reasons,
  sorts,
  failures,
  shortFailures,
  money,
  dialog,
  approval,
  capture,
  voiding,
  /** The payer's receipt of a payment and its refunds. */
  payerReceipt: {
    title: 'For the payer',
    open: 'Open receipt',
    copy: 'Copy the address of the receipt',
  },
  timeline: {
    refund: (amount: string) => `Refund of ${amount}`,
    authorized: 'Payment authorised',
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
  empty: 'Money that you return stands here. A refund is made from the page of its payment.',
  emptyAction: 'Choose a payment',
  noMatch: 'No refunds match these filters.',
  loadFailed: 'Refunds could not be loaded',
  figures: {
    label: 'After refunds',
    gross: 'Taken',
    refunded: 'Refunded',
    net: 'Net',
    currency: 'Currency',
    note: 'Money that went back counts on the day of its refund.',
    openGross: (amount: string) => `${amount} taken`,
    openRefunded: (amount: string) => `${amount} refunded`,
  },
} as const
