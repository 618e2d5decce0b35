import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import type { Attempts } from '#client/lib/hooks/use-attempt.ts'
import { isOutcomeUnknown, type ReadableProblem, readProblem } from '#client/lib/problem.ts'
import { client, queryClient } from '#client/trpc.ts'
import type {
  ChangedPaymentLink,
  NewPaymentLink,
  PaymentLink,
} from '#server/features/payment-links/payment-links.schema.ts'

/** The outcome of a call that creates or changes a link. A refused call changed nothing. */
export type LinkOutcome =
  | { kind: 'done'; link: PaymentLink }
  | { kind: 'refused'; problem: ReadableProblem }
  /** The response was lost: the link may or may not have been created or changed. */
  | { kind: 'lost' }

async function outcomeOf(call: Promise<PaymentLink>, onResponse: () => void): Promise<LinkOutcome> {
  try {
    const link = await call
    onResponse()
    return { kind: 'done', link }
  } catch (error) {
    const problem = readProblem(error)
    if (isOutcomeUnknown(problem)) return { kind: 'lost' }
    if (!isConfirmationDeclined(error)) onResponse()
    return { kind: 'refused', problem }
  } finally {
    void queryClient.invalidateQueries()
  }
}

/** Creates a link once, even when the response is lost: retries reuse the idempotency key. */
export const sendNewLink = (input: NewPaymentLink, attempt: Attempts): Promise<LinkOutcome> =>
  outcomeOf(
    client.paymentLinks.create.mutate(input, { context: { idempotencyKey: attempt.keyOf(input) } }),
    attempt.forgetKey,
  )

/** Changes a link. Needs no idempotency key, because repeating an update changes nothing. */
export const sendChangedLink = (input: ChangedPaymentLink): Promise<LinkOutcome> =>
  outcomeOf(client.paymentLinks.update.mutate(input), () => {})
