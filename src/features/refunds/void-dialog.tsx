import { Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialog.tsx'
import { Failure } from '#client/components/error-state.tsx'
import { formatMoney } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { refunds } from '#client/texts/refunds.ts'
import { client, queryClient } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

const texts = refunds.voiding

type Props = { transaction: Transaction; onClose: () => void }

/** Asks before all that was authorised is released. Voiding twice is voiding once, so that no key is needed. */
export function VoidDialog({ transaction, onClose }: Props) {
  const { id, transactionId, customerName } = transaction
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const amount = formatMoney(transaction.amount, transaction.currency)

  const confirm = async () => {
    setIsPending(true)
    try {
      await client.transactions.void.mutate({ id })
      notify.success(texts.done(`#${transactionId}`))
      onClose()
    } catch (error) {
      setProblem(readProblem(error).detail)
    } finally {
      setIsPending(false)
      void queryClient.invalidateQueries()
    }
  }

  return (
    <ConfirmDialog
      opened
      title={texts.title(amount)}
      action={texts.action}
      back={texts.back}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <Text size="sm">{texts.text(customerName, amount)}</Text>
      {problem && <Failure title={texts.failed}>{problem}</Failure>}
    </ConfirmDialog>
  )
}
