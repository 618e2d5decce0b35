import type {
  DisputeCaseState,
  DisputeSort,
} from '#server/features/disputes/dispute-enums.schema.ts'
import type { DisputeReason } from '#server/shared/disputes/dispute-reasons.ts'
import type { EvidenceField, EvidenceSlot } from '#server/shared/disputes/evidence-fields.ts'

const states: Record<DisputeCaseState, string> = {
  warning: 'Fraud warning',
  inquiry: 'Bank inquiry',
  needs_response: 'Response needed',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
}

const tabNames: Record<DisputeCaseState, string> = {
  warning: 'Fraud warnings',
  inquiry: 'Bank inquiries',
  needs_response: 'Response needed',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
}

const reasons: Record<DisputeReason, string> = {
  fraudulent: 'Fraud: not paid by the cardholder',
  product_not_received: 'Not received',
  product_unacceptable: 'Not as described, or defective',
  duplicate: 'Paid twice',
  credit_not_processed: 'Refund not received',
  subscription_canceled: 'Cancelled subscription',
  general: 'Other',
}

const sorts: Record<DisputeSort, string> = {
  deadline: 'Nearest deadline first',
  '-deadline': 'Latest deadline first',
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-amount': 'Largest amount first',
  amount: 'Smallest amount first',
  customerName: 'Customer A to Z',
  '-customerName': 'Customer Z to A',
}

/** Says what happened, and the merchant's next step. */
const heads: Record<DisputeCaseState, { title: string; next: string }> = {
  warning: {
    title: 'The card may be stolen',
    next: 'The card’s bank has warned of fraud. Refund the payment if you have any doubt: a dispute costs a fee.',
  },
  inquiry: {
    title: 'The bank requests information about the payment',
    next: 'The bank has not withdrawn the amount. Respond here, or refund the payment to avoid a dispute.',
  },
  needs_response: {
    title: 'The payer disputes the payment',
    next: 'The bank has withdrawn the amount. Send your evidence before the deadline, or accept the dispute.',
  },
  under_review: {
    title: 'The bank is reviewing your evidence',
    next: 'The bank holds the amount until it decides, which may take weeks.',
  },
  won: { title: 'Dispute won', next: 'The bank has returned the amount to you.' },
  lost: { title: 'Dispute lost', next: 'The payer keeps the amount.' },
}

const fields: Record<EvidenceField, string> = {
  explanation: 'What happened, in your words',
  customerName: 'Customer’s name',
  customerEmail: 'Customer’s email address',
  customerIpAddress: 'IP address of the order',
  billingAddress: 'Billing address',
  shippingAddress: 'Delivery address',
  shippingCarrier: 'Carrier',
  trackingNumber: 'Tracking number',
  shippingDate: 'Day of dispatch',
  productDescription: 'What was bought',
  serviceDate: 'Day of the service',
  accessLog: 'Sign-ins or downloads of the customer',
  duplicatePayment: 'The other payment',
  duplicateExplanation: 'Why both payments are due',
  refundPolicy: 'Refund policy that the customer saw',
  refundRefusal: 'Why no refund is due',
  cancellationPolicy: 'Cancellation policy that the customer saw',
  cancellationRebuttal: 'Why the cancellation does not count',
}

const slots: Record<EvidenceSlot, string> = {
  receipt: 'Receipt',
  customerCommunication: 'Messages with the customer',
  customerSignature: 'Customer’s signature',
  shippingProof: 'Proof of delivery',
  serviceProof: 'Proof of the service',
  duplicateProof: 'Proof that both payments are due',
  refundPolicyFile: 'Refund policy',
  cancellationPolicyFile: 'Cancellation policy',
  other: 'Other document',
}

const events = {
  opened: 'Opened',
  updated: 'Changed by the bank',
  submitted: 'Evidence sent to the bank',
  accepted: 'Accepted',
  refused: 'The bank did not accept the evidence',
  closed: 'Closed',
}

export const disputePages = {
  states,
  tabNames,
  reasons,
  sorts,
  heads,
  columns: {
    payment: 'Payment',
    customer: 'Customer',
    amount: 'Amount',
    reason: 'Reason',
    state: 'State',
    deadline: 'Respond by',
    opened: 'Opened',
  },
  filters: {
    addReason: '+ Reason',
    reason: (name: string) => `Reason: ${name}`,
    customer: (name: string) => `Customer: ${name}`,
    payment: (reference: string) => `Payment: ${reference}`,
    dueBefore: (day: string) => `Respond before ${day}`,
  },
  search: 'Search disputes',
  searchPlaceholder: 'Name, email, amount or payment',
  tabs: 'Disputes by state',
  caption: 'Disputes',
  loadFailed: 'The disputes could not be loaded',
  noMatch: 'No dispute matches the search and the filters.',
  tooMany: 'Too many disputes to add up: narrow the filters.',
  viewExample: 'Respond this week',
  count: (shown: string, count: number) => `${shown} ${count === 1 ? 'dispute' : 'disputes'}`,
  sums: {
    warning: (sum: string) => `${sum} with warnings`,
    inquiry: (sum: string) => `${sum} with bank inquiries`,
    needs_response: (sum: string) => `${sum} awaiting your response`,
    under_review: (sum: string) => `${sum} under review`,
    won: (sum: string) => `${sum} won`,
    lost: (sum: string) => `${sum} lost`,
  } satisfies Record<DisputeCaseState, (sum: string) => string>,
  emptyTitle: 'No disputes',
  empty:
    'When a payer’s bank disputes a payment or warns of fraud, it appears here with its deadline.',
  toList: 'All disputes',
  notHere:
    'No response can be sent from here: the deadline has passed, or the processor takes responses on its own website.',
  waiting: {
    title: {
      submit: 'The evidence is not sent yet',
      accept: 'The acceptance is not sent yet',
    },
    text: 'It is kept, and is sent once as soon as the processor responds. You need not do anything.',
    forPermission:
      'The key lacks a permission. Add it to the key on the processor’s site: then the response is sent automatically, once. The processor says:',
    settings: 'Test the permissions in the settings',
  },
  title: (reference: string) => `Dispute ${reference}`,
  notFoundTitle: 'This dispute does not exist',
  notFound: 'It may belong to the other mode, or the link is incomplete.',
  oneLoadFailed: 'The dispute could not be loaded',
  facts: {
    title: 'Details',
    disputed: 'Disputed amount',
    withdrawn: 'Withdrawn by the bank',
    fee: 'Dispute fee',
    networkReason: 'Reason given by the bank',
    customer: 'Customer',
    payment: 'Payment',
    id: 'Dispute ID',
    sentAt: 'Evidence sent',
    acceptedAt: 'Accepted',
    closedAt: 'Closed',
    more: 'The bank withdrew more than was left of the payment.',
  },
  history: 'History',
  events,
  refund: 'Open the payment to refund it',
  form: {
    title: 'Your evidence',
    intro:
      'Fill in what you have: the bank decides on the evidence that you send. The draft is kept until you send it.',
    fields,
    slots,
    forOwners:
      'Only an owner can respond to this dispute, or staff if an owner allows it in the settings.',
    save: 'Save draft',
    saved: 'Draft saved',
    savedText: 'Nothing was sent to the bank yet.',
    failed: 'The draft was not saved',
    review: 'Check and send',
    accept: 'Accept the dispute',
    length: (count: string, limit: string) => `${count} of ${limit} characters`,
    tooLong: (limit: string) => `All fields together may have at most ${limit} characters.`,
    files: {
      title: 'Files',
      help: 'PDF, PNG or JPEG, at most 5 MB each. A file is saved at once. Photographs lose their location.',
      choose: 'Choose a file',
      chooseFor: (slot: string) => `Choose a file: ${slot}`,
      replace: 'Replace',
      replaceAt: (slot: string) => `Replace the file: ${slot}`,
      remove: 'Remove',
      removeFrom: (slot: string) => `Remove the file: ${slot}`,
      uploading: (slot: string) => `Uploading: ${slot}`,
      left: (left: string, most: string) => `${left} of ${most} left for all files`,
      otherKind: 'Only PDF, PNG and JPEG files can be sent.',
      tooLarge: (most: string) => `The file is too large: at most ${most}.`,
      noRoom: 'All files together would be too large. Remove one first, or choose a smaller one.',
      changed:
        'Another person changed this response meanwhile. Compare, then choose the file again.',
      fault: (fault: string) => `The file was not taken: it ${fault}.`,
    },
    suggestions: {
      payment: 'the payment',
      processor: 'the processor’s data',
      partial:
        'The processor did not respond, so the payer’s addresses and the 3-D Secure result are not suggested. Reload the page to try again.',
      authentications: {
        authenticated: '3-D Secure: the cardholder’s bank authenticated the payer.',
        attempted:
          '3-D Secure: the cardholder’s bank acknowledged the attempt to authenticate the payer.',
      },
      answers: 'the answers on the payment link',
      refunds: 'the refunds',
      messages: 'the mails that were sent, and the receipt',
      from: (source: string) => `From ${source}`,
      use: 'Use',
      labelOfUse: (field: string, source: string) => `Use for “${field}”: ${source}`,
      refund: (amount: string, at: string) => `${amount} was refunded on ${at}`,
      mail: (kind: string, to: string, at: string) => `${kind} sent to ${to} on ${at}`,
      mails: {
        payment_request: 'Payment request',
        payment_reminder: 'Reminder',
        payment_receipt: 'Receipt',
        refund_receipt: 'Receipt of the refund',
        refund_failure: 'Notice of the failed refund',
      },
      receipt: (url: string) => `Receipt: ${url}`,
    },
    changed: {
      title: 'Another person changed this response',
      text: 'Your texts are still here. Compare them with the saved ones below, then save again.',
      theirs: 'Saved meanwhile',
      keepMine: 'Keep my texts',
      takeTheirs: 'Use the saved texts',
    },
  },
  preview: {
    title: 'Send this evidence to the bank?',
    text: 'This is all that the bank will see. Evidence is sent once and cannot be changed or repeated.',
    empty: 'Nothing is filled in yet.',
    send: 'Send, it cannot be repeated',
    back: 'Cancel',
    done: 'The evidence was sent',
    doneText: 'The bank now decides: that can take weeks.',
    failed: 'The evidence was not sent',
    waitingTitle: 'The evidence is not sent yet',
    waiting: 'The evidence is kept and is sent as soon as the processor responds.',
  },
  rule: {
    title: 'Accept small disputes automatically',
    text: 'A dispute of a card payment up to this amount is accepted after the hours below, unless evidence has been saved or a member cancels it. A notice announces this when the dispute is opened.',
    upTo: 'Largest amount',
    understood: (amount: string) => `Disputes up to ${amount} are accepted.`,
    none: 'Empty: no dispute is accepted automatically.',
    hours: 'Hours after the opening',
    hoursHelp: 'Until then it can be stopped on the page of the dispute.',
    noAmount: 'This is not an amount.',
    noHours: (least: number, most: number) => `Enter ${least} to ${most} hours.`,
    on: (amount: string, hours: string) =>
      `Disputes up to ${amount} are accepted ${hours} hours after their opening.`,
    off: 'No dispute is accepted automatically.',
    save: 'Save',
    saving: 'Saving…',
    done: { title: 'Choice saved', message: 'It applies to disputes that are opened from now on.' },
  },
  plan: {
    title: 'This dispute will be accepted automatically',
    text: 'The amount is small, so an owner’s rule leaves it with the payer on',
    stop: 'Do not accept automatically',
    stopped: { title: 'Not accepted automatically', message: 'You decide about this dispute.' },
    notStopped: 'The automatic acceptance was not stopped',
    unknown: 'Whether this dispute is accepted automatically could not be loaded. Reload the page.',
  },
  acceptance: {
    title: 'Accept this dispute?',
    text: (amount: string) =>
      `${amount} stays with the payer, and you can no longer respond. This cannot be undone.`,
    action: 'Accept the dispute',
    back: 'Cancel',
    done: 'Dispute accepted',
    failed: 'The dispute was not accepted',
  },
} as const
