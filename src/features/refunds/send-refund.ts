import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import type { Attempts } from '#client/lib/hooks/use-attempt.ts'
import { notify } from '#client/lib/notify.tsx'
import { isOutcomeUnknown, type ReadableProblem, readProblem } from '#client/lib/problem.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { client, queries, queryClient } from '#client/trpc.ts'
import type { NewRefund, Refund } from '#server/features/refunds/refunds.schema.ts'

/**
 * The outcome of a request for a refund. 'failed': the refund exists but failed; 'refused': the server
 * created no refund.
 */
export type RefundOutcome =
  /** Refunded, submitted or waiting for an owner: the dialog is done. */
  | { kind: 'done' }
  | { kind: 'failed'; refund: Refund }
  | { kind: 'refused'; problem: ReadableProblem }
  /** The response was lost: the refund may or may not have been created. */
  | { kind: 'lost' }

/** Creates a refund once, even when the response is lost, and notifies of its outcome. */
export async function sendRefund(input: NewRefund, attempt: Attempts): Promise<RefundOutcome> {
  const idempotencyKey = attempt.keyOf(input)
  try {
    const refund = await client.refunds.create.mutate(input, { context: { idempotencyKey } })
    attempt.forgetKey()
    void queryClient.invalidateQueries()
    if (refund.status === 'failed') return { kind: 'failed', refund }
    await notifyRefund(refund)
    return { kind: 'done' }
  } catch (error) {
    void queryClient.invalidateQueries()
    const problem = readProblem(error)
    if (isOutcomeUnknown(problem)) {
      notify.neutral(refunds.dialog.lostToast)
      return { kind: 'lost' }
    }
    if (!isConfirmationDeclined(error)) attempt.forgetKey()
    return { kind: 'refused', problem }
  }
}

async function notifyRefund({ id, reference, status, ...refund }: Refund) {
  const texts = refunds.dialog
  const amount = formatMoney(refund.amount, refund.currency)
  if (status === 'success') return notify.success(texts.done(amount, `#${reference}`))
  const money = await queries.refunds.ofPayment
    .fetch({ id: reference }, { staleTime: 0 })
    // The page shows the pending approval as well, so a failed request may be ignored.
    .catch(() => undefined)
  const waits = money?.refunds.some((one) => one.id === id && one.needsApproval)
  notify.neutral(waits ? texts.waiting(amount) : texts.pending(amount, `#${reference}`))
}
