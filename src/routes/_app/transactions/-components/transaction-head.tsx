import { Alert, Group, Paper, Stack, Title } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { IdText } from '../../../../components/id-text.tsx'
import { MoneyText } from '../../../../components/money-text.tsx'
import { StatusBadge } from '../../../../components/status-badge.tsx'
import type { Decision } from '../../../../features/transactions/decisions.ts'
import { failureWords } from '../../../../features/transactions/failure-words.ts'
import { transactions } from '../../../../texts/transactions.ts'
import { DetailActions } from './detail-actions.tsx'

type Props = { transaction: Transaction; onDecide: (decision: Decision) => void }

export function TransactionHead({ transaction, onDecide }: Props) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap="xs">
          <Group gap="sm">
            <Title order={2} size="2rem" lh={1.2}>
              <MoneyText amount={transaction.amount} currency={transaction.currency} />
            </Title>
            <StatusBadge status={transaction.status} large />
          </Group>
          <IdText
            value={transaction.transactionId}
            shown={`#${transaction.transactionId}`}
            copyLabel={transactions.copyId}
          />
        </Stack>
        <DetailActions transaction={transaction} onDecide={onDecide} />
      </Group>
      <div role="status">
        <Outlook transaction={transaction} />
      </div>
    </Paper>
  )
}

/** What the status means for the merchant; a success needs no words. */
function Outlook({ transaction }: Pick<Props, 'transaction'>) {
  const texts = transactions.detail
  if (transaction.status === 'pending') {
    return (
      <Alert color="yellow" icon={<IconClock aria-hidden />} mt="md">
        <strong>{texts.pendingTitle}.</strong> {texts.pending}
      </Alert>
    )
  }
  if (transaction.status !== 'failed') return null
  const { meaning, next } = failureWords(transaction.failureReason)
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} mt="md">
      <strong>{texts.failedTitle}:</strong> {meaning} {next}
    </Alert>
  )
}
