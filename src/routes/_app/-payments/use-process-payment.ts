import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'
import { notify } from '#client/lib/notify.tsx'
import { type ReadableProblem, readProblem } from '#client/lib/problem.ts'
import type { TypedCard } from '#client/processors/processor.ts'
import { payments } from '#client/texts/en/payments.ts'
import { client, recheckMembership } from '#client/trpc.ts'
import type { PagePayment, Transaction } from '#server/features/transactions/transactions.schema.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'
import { useAuthentication } from './use-authentication.ts'

/** The customer's open step of a payment: at their bank, or at the processor's page. */
export type CustomerStep = { at: 'bank' | 'page'; url: string }

/**
 * The outcome of a request to create a payment: the payment, with its customer's open step, or the problem that
 * prevented it or hides its outcome.
 */
export type Outcome =
  | { kind: 'answered'; transaction: Transaction; step: CustomerStep | null }
  | { kind: 'unanswered'; problem: ReadableProblem }

/** The next step for the form: `clear` empties the form, and `issues` are the refused fields. */
export type Verdict = { clear: boolean; issues: Issue[] }

export function useProcessPayment() {
  const [outcome, setOutcome] = useState<Outcome>()
  const attempt = useAttempt()
  const authentication = useAuthentication()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ input, key }: { input: PagePayment; key: string }) =>
      client.transactions.create.mutate(input, { context: { idempotencyKey: key } }),
  })

  const authenticate = async (created: Transaction, card: TypedCard): Promise<ContinuedPayment> => {
    if (created.status !== 'pending') return { transaction: created, step: null }
    const { transaction, url } = await authentication.run(created, card.prove)
    return { transaction, step: url === null ? null : { at: 'bank', url } }
  }

  const process = async (input: PagePayment, card?: TypedCard): Promise<Verdict> => {
    try {
      const created = await mutateAsync({ input, key: attempt.keyOf(input) })
      attempt.forgetKey()
      card?.forget()
      const { transaction, step } = card
        ? await authenticate(created, card)
        : { transaction: created, step: await findPageStep(created) }
      setOutcome({ kind: 'answered', transaction, step })
      notifyPayment(transaction)
      return { clear: transaction.status !== 'failed', issues: [] }
    } catch (error) {
      const problem = readProblem(error)
      // A refused field shows its own error.
      if (problem.issues.length === 0) setOutcome({ kind: 'unanswered', problem })
      const isSuspended = problem.reason === 'merchant_suspended'
      notify.error(isSuspended ? payments.toasts.suspended : payments.toasts.error)
      // The pages then explain the suspension, or lead to the missing onboarding.
      if (isSuspended || problem.reason === 'merchant_pending') void recheckMembership()
      return { clear: false, issues: problem.issues }
    }
  }

  return { process, isPending, outcome, waiting: authentication.waiting }
}

type ContinuedPayment = { transaction: Transaction; step: CustomerStep | null }

/** Returns the page at which the customer approves a pending payment; null where there is none. */
async function findPageStep({ id, status }: Transaction): Promise<CustomerStep | null> {
  if (status !== 'pending') return null
  // The payment's page in the dashboard shows the URL too, so a failed request may be ignored.
  const proof = await client.transactions.proof.mutate({ id }).catch(() => undefined)
  return proof?.url ? { at: 'page', url: proof.url } : null
}

function notifyPayment({ status, transactionId }: Transaction) {
  const reference = `#${transactionId}`
  if (status === 'success') notify.success(payments.toasts.success(reference))
  else if (status === 'pending') notify.neutral(payments.toasts.pending(reference))
  else notify.error(payments.toasts.failed(reference))
}
