import { Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { type Decision, decisionsFor } from '../../../../features/transactions/decisions.ts'
import { transactions } from '../../../../texts/transactions.ts'

type Props = { transaction: Transaction; onDecide: (decision: Decision) => void }

export function DetailActions({ transaction, onDecide }: Props) {
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
        {transactions.detail.print}
      </Button>
    </Group>
  )
}
