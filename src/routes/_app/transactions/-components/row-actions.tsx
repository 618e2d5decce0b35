import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { CopyIcon } from '#client/components/copy-icon.tsx'
import buttons from '#client/components/icon-button.module.css'
import { LateTooltip } from '#client/components/late-tooltip.tsx'
import classes from '#client/components/list-table.module.css'
import { type Decision, decisionsFor } from '#client/features/transactions/decisions.ts'
import { useListState } from '#client/features/transactions/list-place.ts'
import { transactions } from '#client/texts/transactions.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

type RowActionsProps = { transaction: Transaction; onDecide: (decision: Decision) => void }

export function RowActions({ transaction, onDecide }: RowActionsProps) {
  const reference = transaction.transactionId
  const listState = useListState()
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <div className={classes.actions}>
      {decisionsFor(transaction).length > 0 && (
        <PendingMenu transaction={transaction} onDecide={onDecide} />
      )}
      <Link
        ref={link}
        className={buttons.button}
        to="/transactions/$transactionId"
        params={{ transactionId: reference }}
        state={listState}
        aria-label={`${transactions.view} ${reference}`}
      >
        <IconEye size={16} aria-hidden />
      </Link>
      <LateTooltip target={link} label={transactions.view} />
      <CopyIcon value={reference} label={`${transactions.copyId} ${reference}`} />
    </div>
  )
}

function PendingMenu({ transaction, onDecide }: RowActionsProps) {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" portalProps={{ target: '#content' }}>
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
