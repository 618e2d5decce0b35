import type { Dispute } from '#server/features/refunds/facts/disputes.schema.ts'

/** States of a dispute, with the merchant's next step. */
const states = (processor: string): Record<Dispute['status'], { title: string; next: string }> => ({
  needs_response: {
    title: 'The payer disputes the payment',
    next: `The bank has taken the money back. Send it your evidence in ${processor}’s dashboard, or leave the money with the payer.`,
  },
  under_review: {
    title: 'The bank looks at your evidence',
    next: 'The money stays with the bank until it has decided, which may take weeks.',
  },
  won: { title: 'Dispute won', next: 'The bank has given the money back.' },
  lost: { title: 'Dispute lost', next: 'The bank has given the money to the payer.' },
  warning_needs_response: {
    title: 'The bank asks about the payment',
    next: `No money was taken. Answer in ${processor}’s dashboard, or refund the payment, so that no dispute comes of it.`,
  },
  warning_under_review: {
    title: 'The bank looks at your answer',
    next: 'No money was taken. Nothing is to be done until it has decided.',
  },
  warning_closed: {
    title: 'The bank’s question came to nothing',
    next: 'No money was taken.',
  },
})

/** A bank's warning that a card may be stolen, before any dispute. */
const fraud = {
  open: {
    title: 'The card may be stolen',
    next: 'Its bank has warned of fraud. Refund the payment if you have any doubt: a dispute costs a fee.',
  },
  closed: {
    title: 'A warning of fraud came to nothing',
    next: 'Nothing is left to be done about it.',
  },
}

export const disputes = {
  states,
  fraud,
  tags: {
    pressing: 'Disputed: answer it',
    open: 'Disputed',
    lost: 'Dispute lost',
    warning: 'Bank’s warning',
  },
  label: 'Disputes and warnings',
  amount: 'Amount',
  reason: (processor: string) => `Reason, in ${processor}’s words`,
  opened: 'Opened',
  answerBy: 'Answer by',
} as const
