import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatusBadge, Tag } from '#client/components/status-badge.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { decisionsFor } from '#client/features/transactions/decisions.ts'
import { useCanEdit } from '#client/lib/hooks/use-can-edit.tsx'
import { disputes } from '#client/texts/en/disputes.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { NextStep, type NextStepProps } from './next-step.tsx'
import { ReceiptMenu } from './receipt-menu.tsx'
import classes from './transaction-detail.module.css'

type Props = NextStepProps & {
  /** The actions for the payment's money. */
  actions: ReactNode
}

export function TransactionHead({ actions, ...payment }: Props) {
  const { transaction, money, onDecide } = payment
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} className={classes.head}>
      <Stack gap="xs">
        <Group gap="sm">
          <Text component="p" m={0} fz="2rem" fw={650} lh={1.2}>
            <MoneyText amount={transaction.amount} currency={transaction.currency} />
          </Text>
          <StatusBadge status={transaction.status} waitingFor={money?.waitingFor} large />
          <RefundTag money={money} />
          <DisputeTag money={money} />
        </Group>
        <IdText
          value={transaction.transactionId}
          shown={`#${transaction.transactionId}`}
          copyLabel={transactions.copyId}
        />
      </Stack>
      <div role="status" className={classes.step}>
        <NextStep {...payment} />
      </div>
      <div className={classes.headActions}>
        <DetailActions
          transaction={transaction}
          money={money}
          onDecide={onDecide}
          actions={actions}
        />
      </div>
    </Paper>
  )
}

/** Shown next to the status, which does not change after a refund. */
function RefundTag({ money }: Pick<Props, 'money'>) {
  const { partial, full, inProgress } = refunds.money
  if (money?.refundState === 'pending') return <Tag tone="pending">{inProgress}</Tag>
  if (money?.refundState === 'partial') return <Tag tone="info">{partial}</Tag>
  return money?.refundState === 'full' ? <Tag tone="info">{full}</Tag> : null
}

/** Closed disputes have no tag; the amounts list them. */
function DisputeTag({ money }: Pick<Props, 'money'>) {
  const { pressing, open } = disputes.tags
  if (money?.disputeState === 'needs_response') return <Tag tone="failed">{pressing}</Tag>
  if (money?.disputeState === 'under_review') return <Tag tone="pending">{open}</Tag>
  if (money?.disputeState === 'lost') return <Tag tone="failed">{disputes.tags.lost}</Tag>
  return money?.disputeState === 'warning' ? (
    <Tag tone="pending">{disputes.tags.warning}</Tag>
  ) : null
}

type ActionsProps = Pick<Props, 'transaction' | 'money' | 'onDecide' | 'actions'>

function DetailActions({ transaction, money, onDecide, actions }: ActionsProps) {
  const mayChange = useCanEdit()
  // An authorized payment has its own void action. Marking as paid is the next step, which has its own button.
  const canCancel = money?.waitingFor !== 'capture' && decisionsFor(transaction).includes('failed')
  return (
    <Group gap="xs">
      {mayChange && actions}
      {canCancel && mayChange && (
        <Button variant="default" onClick={() => onDecide({ transaction, status: 'failed' })}>
          {transactions.decisions.failed.action}
        </Button>
      )}
      {transaction.status === 'success' ? (
        <ReceiptMenu transaction={transaction} money={money} />
      ) : (
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {transactions.detail.printRecord}
        </Button>
      )}
    </Group>
  )
}
