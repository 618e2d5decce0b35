import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatusBadge, Tag } from '#client/components/status-badge.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { type Decision, decisionsFor } from '#client/features/transactions/decisions.ts'
import { failureWords } from '#client/features/transactions/failure-words.ts'
import { formatMoment } from '#client/lib/words/format.ts'
import { disputes } from '#client/texts/en/disputes.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

type Props = {
  transaction: Transaction
  /** Undefined until loaded. */
  money: PaymentMoney | undefined
  onDecide: (decision: Decision) => void
  /** The actions for the payment's money. */
  actions: ReactNode
  timezone: string
}

export function TransactionHead({ transaction, money, onDecide, actions, timezone }: Props) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap="xs">
          <Group gap="sm">
            <Text component="p" m={0} fz="2rem" fw={650} lh={1.2}>
              <MoneyText amount={transaction.amount} currency={transaction.currency} />
            </Text>
            <StatusBadge status={transaction.status} large />
            <RefundTag money={money} />
            <DisputeTag money={money} />
          </Group>
          <IdText
            value={transaction.transactionId}
            shown={`#${transaction.transactionId}`}
            copyLabel={transactions.copyId}
          />
        </Stack>
        <DetailActions
          transaction={transaction}
          money={money}
          onDecide={onDecide}
          actions={actions}
        />
      </Group>
      <div role="status">
        <StatusMeaning transaction={transaction} money={money} timezone={timezone} />
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

/** The meaning of the status for the merchant; nothing for a success. */
function StatusMeaning({ transaction, money, timezone }: Omit<Props, 'onDecide' | 'actions'>) {
  const texts = transactions.detail
  if (money?.stage === 'authorized') {
    return (
      <Alert color="blue" icon={<IconClock aria-hidden />} mt="md">
        <strong>{refunds.capture.outlookTitle}.</strong>{' '}
        {money.captureBefore
          ? refunds.capture.outlookUntil(formatMoment(money.captureBefore, timezone))
          : refunds.capture.outlook}
      </Alert>
    )
  }
  if (transaction.status === 'pending') {
    return (
      <Alert color="yellow" icon={<IconClock aria-hidden />} mt="md">
        <Waiting money={money} />
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

/** The party that a pending payment waits for, and the merchant's options meanwhile. */
function Waiting({ money }: Pick<Props, 'money'>) {
  const texts = waitingPayment
  if (money?.transfer) {
    return (
      <>
        <strong>{texts.transferTitle}.</strong> {texts.transfer}
      </>
    )
  }
  if (money?.payerUrl) {
    return (
      <>
        <strong>{texts.payerTitle}.</strong> {texts.payer}{' '}
        <Group gap={4} component="span" display="inline-flex">
          <Anchor href={money.payerUrl} target="_blank" rel="noopener noreferrer" inherit>
            {texts.openPayerPage}
          </Anchor>
          <CopyIcon value={money.payerUrl} label={texts.copyPayerUrl} />
        </Group>
      </>
    )
  }
  return (
    <>
      <strong>{transactions.detail.pendingTitle}.</strong> {transactions.detail.pending}
    </>
  )
}

function DetailActions({ transaction, money, onDecide, actions }: Omit<Props, 'timezone'>) {
  // An authorized payment has its own void action, so no manual decision is offered.
  const decisions = money?.stage === 'authorized' ? [] : decisionsFor(transaction)
  return (
    <Group gap="xs">
      {actions}
      {decisions.map((status) => (
        <Button
          key={status}
          variant={status === 'success' ? 'filled' : 'default'}
          onClick={() => onDecide({ transaction, status })}
        >
          {transactions.decisions[status].action}
        </Button>
      ))}
      <Button
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
