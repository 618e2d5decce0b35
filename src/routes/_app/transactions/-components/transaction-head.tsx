import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconPrinter } from '@tabler/icons-react'
import { IdText } from '#client/components/id-text.tsx'
import { MoneyText } from '#client/components/money-text.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { type Decision, decisionsFor } from '#client/features/transactions/decisions.ts'
import { failureWords } from '#client/features/transactions/failure-words.ts'
import { transactions } from '#client/texts/transactions.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

type Props = { transaction: Transaction; onDecide: (decision: Decision) => void }

export function TransactionHead({ transaction, onDecide }: Props) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap="xs">
          <Group gap="sm">
            <Text component="p" m={0} fz="2rem" fw={650} lh={1.2}>
              <MoneyText amount={transaction.amount} currency={transaction.currency} />
            </Text>
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

type DetailActionsProps = { transaction: Transaction; onDecide: (decision: Decision) => void }

function DetailActions({ transaction, onDecide }: DetailActionsProps) {
  return (
    <Group gap="xs">
      {decisionsFor(transaction).map((status) => (
        <Button
          key={status}
          size="xs"
          variant={status === 'success' ? 'filled' : 'default'}
          onClick={() => onDecide({ transaction, status })}
        >
          {transactions.decisions[status].action}
        </Button>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        {transaction.status === 'success'
          ? transactions.detail.print
          : transactions.detail.printRecord}
      </Button>
    </Group>
  )
}
