import { receivedError, type SentError, sentError } from '#server/services/writing/messages.ts'
import type { WritingThread } from '#server/services/writing/writing-thread.ts'
import { type Outcome, PaymentGroups } from './payment-groups.ts'

/** Outcome of an order in a message between threads. */
type SentOutcome = Exclude<Outcome, { is: 'failed' }> | { is: 'failed'; error: SentError }

/** Returns the outcomes in a form that JSON can carry between threads: errors become plain objects. */
export const serializeOutcomes = (outcomes: readonly Outcome[]): SentOutcome[] =>
  outcomes.map((outcome) =>
    outcome.is === 'failed' ? { ...outcome, error: sentError(outcome.error) } : outcome,
  )

/** Returns a store that has the writer thread store payments, and restores the errors that the thread returns. */
export const createThreadPaymentStore = (thread: WritingThread): PaymentGroups =>
  new PaymentGroups(async (orders) => {
    const result = await thread.request('payments', JSON.stringify(orders))
    return (JSON.parse(result) as SentOutcome[]).map((outcome) =>
      outcome.is === 'failed' ? { ...outcome, error: receivedError(outcome.error) } : outcome,
    )
  })
