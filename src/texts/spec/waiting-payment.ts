import { transactions } from '../en/transactions.ts'
import { waitingPayment as english } from '../en/waiting-payment.ts'

const { pending } = transactions.statuses

/**
 * English, with the specification's status of every open payment. The line below it names the step in words that fit
 * the narrow column.
 */
export const waitingPayment = {
  ...english,
  statuses: { capture: pending, customer: pending, transfer: pending },
  notes: {
    capture: english.steps.capture,
    customer: 'Awaiting customer',
    transfer: 'Awaiting transfer',
  },
  captureBy: (day: string) => `Capture by ${day}`,
  captureToday: (time: string) => `Capture by ${time}`,
} as const
