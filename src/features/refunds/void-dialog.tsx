import { Text } from '@mantine/core'
import { FinalCallDialog } from '#client/components/dialogs/final-call-dialog.tsx'
import { formatMoney } from '#client/lib/words/format.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { client, queryClient } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

const texts = refunds.voiding

type Props = { transaction: Transaction; onClose: () => void }

/** Asks for confirmation before the whole authorized amount is released. */
export function VoidDialog({ transaction, onClose }: Props) {
  const { id, transactionId, customerName } = transaction
  const amount = formatMoney(transaction.amount, transaction.currency)
  return (
    <FinalCallDialog
      title={texts.title(amount)}
      texts={texts}
      call={() => client.transactions.void.mutate({ id })}
      done={texts.done(`#${transactionId}`)}
      onSettled={() => void queryClient.invalidateQueries()}
      onClose={onClose}
    >
      <Text size="sm">{texts.text(customerName, amount)}</Text>
    </FinalCallDialog>
  )
}
