import type { PendingReason } from '#server/shared/reasons/pending-reasons.ts'

type Reason = { title: string; text: (processor: string) => string }

/** Texts about a payment whose money the processor holds. */
export const heldMoney: Record<PendingReason, Reason> = {
  bank: {
    title: 'Waiting for the bank',
    text: (processor) =>
      `The customer is paying from a bank account through ${processor}. This takes some days and can still fail: do not ship yet.`,
  },
  review: {
    title: 'Under review',
    text: (processor) =>
      `${processor} reviews this payment, usually within a day. It can still be refused: do not ship yet.`,
  },
  payer_sends: {
    title: 'Waiting for the customer’s money',
    text: (processor) =>
      `The customer must still send the money to ${processor}. Do not ship before it has arrived.`,
  },
  other: {
    title: 'Not confirmed yet',
    text: (processor) =>
      `${processor} holds the money and gives no reason here; its website may give one. Do not ship yet.`,
  },
  confirm_email: {
    title: 'Confirm your email address',
    text: (processor) =>
      `${processor} holds the money until you confirm the email address of your account there. Do not ship yet.`,
  },
  verify_account: {
    title: 'Verify your account',
    text: (processor) =>
      `${processor} holds the money until you verify your account there. Do not ship yet.`,
  },
  accept_payment: {
    title: 'Accept the payment',
    text: (processor) =>
      `${processor} holds the money until you accept this payment on its website. Do not ship yet.`,
  },
}
