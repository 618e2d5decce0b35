import type { AwaitedStep } from '#server/features/transactions/transaction-enums.schema.ts'

/** The steps that open payments wait for, as tabs and statuses name them. */
const steps: Record<AwaitedStep, string> = {
  capture: 'To capture',
  customer: 'Waiting for the customer',
  transfer: 'Waiting for the transfer',
}

/** Texts about a payment while the payer or the merchant must act, with data to find in a bank statement. */
export const waitingPayment = {
  steps,
  /** The statuses in rows, where the line below completes them. */
  statuses: {
    capture: 'To capture',
    customer: 'Waiting',
    transfer: 'Waiting',
  } satisfies Record<AwaitedStep, string>,
  /** The line below the status; a deadline replaces it. */
  notes: {
    capture: '',
    customer: 'for the customer',
    transfer: 'for the transfer',
  } satisfies Record<AwaitedStep, string>,
  captureBy: (day: string) => `by ${day}`,
  captureToday: (time: string) => `today by ${time}`,
  sums: {
    capture: (amounts: string) => `${amounts} to capture`,
    customer: (amounts: string) => `${amounts} to be paid`,
    transfer: (amounts: string) => `${amounts} to be transferred`,
  } satisfies Record<AwaitedStep, (amounts: string) => string>,
  transferTitle: 'Waiting for the bank transfer',
  transfer: (amount: string) =>
    `Look for this reference in your bank statement. Once ${amount} has arrived, mark the payment as paid.`,
  payerTitle: 'Waiting for the customer',
  payer: (customer: string) =>
    `${customer} has not paid yet. Copy the link to the payment page and send it to them.`,
  payerElsewhere: (customer: string) =>
    `${customer} has not completed the payment on your site yet. This page updates automatically.`,
  openPayerPage: 'Open the page',
  copyPayerPage: 'Copy link to the page',
  payerPageCopied: (customer: string) => ({
    title: 'Link copied',
    message: `Send it to ${customer}, who pays on that page.`,
  }),
  payerPageNotCopied: {
    title: 'Not copied',
    message: 'The browser did not allow copying. Open the payment and copy the link there.',
  },
  iban: 'Paid to IBAN',
  copyIban: 'Copy IBAN',
  bankReference: 'Bank reference',
  copyBankReference: 'Copy bank reference',
}
