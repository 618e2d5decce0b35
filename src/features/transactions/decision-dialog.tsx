import { Alert, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { trpc } from '#client/trpc.ts'
import type { Decision } from './decisions.ts'

const texts = transactions.decisions

type Props = { decision: Decision; opened: boolean; onClose: () => void }

/**
 * Asks for confirmation before a pending payment becomes final. Render it in the page and not in a row: a row may
 * disappear while the dialog is open. Give it a new `key` each time it opens, so that its state starts empty.
 */
export function DecisionDialog({ decision, opened, onClose }: Props) {
  const { transaction, status } = decision
  const words = texts[status]
  const reference = `#${transaction.transactionId}`
  const [reason, setReason] = useState('')
  const utils = trpc.useUtils()
  const { mutate, isPending, error } = trpc.transactions.updateStatus.useMutation({
    onSuccess: () => {
      notify.success({ title: words.done, message: words.doneText(reference) })
      onClose()
    },
    onError: (failure) => {
      notify.error({ title: words.failed, message: readProblem(failure).detail })
      // Most likely the payment settled meanwhile.
      if (readProblem(failure).code === 'conflict') void utils.transactions.invalidate()
    },
  })

  return (
    <ConfirmDialog
      opened={opened}
      title={words.title(formatMoney(transaction.amount, transaction.currency))}
      action={words.action}
      back={words.back}
      isDestructive={status === 'failed'}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate({ id: transaction.id, status, reason: reason.trim() || null })}
    >
      <Text size="sm">{words.text(transaction.customerName, reference)}</Text>
      <TextInput
        label={texts.reason}
        description={texts.reasonHelp}
        value={reason}
        maxLength={200}
        autoComplete="off"
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {error && (
        <Alert color="red" role="alert">
          {readProblem(error).detail}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
