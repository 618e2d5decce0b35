import type { PaymentDispute } from '#server/features/disputes/payment-disputes.schema.ts'

/** States of a dispute, with the merchant's next step. */
const states: Record<PaymentDispute['status'], { title: string; next: string }> = {
  needs_response: {
    title: 'The payer disputes the payment',
    next: 'The bank has withdrawn the amount. Send your evidence on the dispute’s page, or accept the dispute.',
  },
  under_review: {
    title: 'The bank is reviewing your evidence',
    next: 'The bank holds the amount until it decides, which may take weeks.',
  },
  won: { title: 'Dispute won', next: 'The bank has returned the amount to you.' },
  lost: { title: 'Dispute lost', next: 'The payer keeps the amount.' },
  warning_needs_response: {
    title: 'The bank requests information about the payment',
    next: 'The bank has not withdrawn the amount. Respond on the dispute’s page, or refund the payment to avoid a dispute.',
  },
  warning_under_review: {
    title: 'The bank is reviewing your response',
    next: 'The bank has not withdrawn the amount. There is nothing to do until the bank decides.',
  },
  warning_closed: {
    title: 'The bank closed its inquiry',
    next: 'The bank has not withdrawn the amount.',
  },
}

/** A bank's warning that a card may be stolen, before any dispute. */
const fraud = {
  open: {
    title: 'The card may be stolen',
    next: 'The card’s bank has warned of fraud. Refund the payment if you have any doubt: a dispute costs a fee.',
  },
  closed: {
    title: 'A fraud warning was closed',
    next: 'There is nothing left to do.',
  },
}

export const disputes = {
  states,
  fraud,
  refundNow: {
    title: 'Refund now?',
    costs: (amount: string, processor: string) =>
      `A refund costs ${amount}, and what ${processor} keeps of its fee for the payment.`,
    saves: (fee: string) =>
      `It usually prevents a dispute, which costs a fee of ${fee} in addition, won or lost.`,
    savesUnknown: (processor: string) =>
      `It usually prevents a dispute, which costs ${processor}’s fee for disputes in addition; Incasso does not know it.`,
    action: (amount: string) => `Refund ${amount}`,
  },
  tags: {
    pressing: 'Disputed: respond',
    open: 'Disputed',
    lost: 'Dispute lost',
    warning: 'Bank’s warning',
  },
  label: 'Disputes and warnings',
  amount: 'Amount',
  reason: (processor: string) => `Reason given by ${processor}`,
  opened: 'Opened',
  answerBy: 'Respond by',
  open: 'Open the dispute',
} as const
