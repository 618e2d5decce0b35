import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core'
import { IconDots, IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { CopyIcon } from '../../../../components/copy-icon.tsx'
import { type Decision, decisionsFor } from '../../../../features/transactions/decisions.ts'
import { transactions } from '../../../../texts/transactions.ts'

type Props = { transaction: Transaction; onDecide: (decision: Decision) => void }

export function RowActions({ transaction, onDecide }: Props) {
  const reference = transaction.transactionId
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" ml="auto">
      {decisionsFor(transaction).length > 0 && (
        <PendingMenu transaction={transaction} onDecide={onDecide} />
      )}
      <Tooltip label={transactions.view}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${transactions.view} ${reference}`}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/transactions/$transactionId"
              params={{ transactionId: reference }}
            />
          )}
        >
          <IconEye size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <CopyIcon value={reference} label={`${transactions.copyId} ${reference}`} />
    </Group>
  )
}

function PendingMenu({ transaction, onDecide }: Props) {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ref={opener}
          variant="subtle"
          color="gray"
          aria-label={`${transactions.more} ${transaction.transactionId}`}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {decisionsFor(transaction).map((status) => (
          <Menu.Item
            key={status}
            onClick={() => {
              // The item goes with the menu; the dialog returns the focus to what holds it now.
              opener.current?.focus()
              onDecide({ transaction, status })
            }}
          >
            {transactions.decisions[status].action}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
