import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { FinalCallDialog } from '#client/components/dialogs/final-call-dialog.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { formatMoment, formatMoney } from '#client/lib/words/format.ts'
import { lateCapture as texts } from '#client/texts/en/late-capture.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { client, queryClient, trpc } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import type { PaymentMoney } from './use-payment-money.ts'

type Props = {
  transaction: Transaction
  money: PaymentMoney
  late: NonNullable<PaymentMoney['lateCapture']>
  timezone: string
}

/** Money that the processor took although the payment had ended, its refund, and for owners the button for it. */
export function LateCapture({
  transaction,
  money: { processor, canRefund },
  late,
  timezone,
}: Props) {
  const { data: viewer } = trpc.team.role.useQuery()
  const [isOpen, setIsOpen] = useState(false)
  const amount = formatMoney(late.amount, transaction.currency)
  const canBegin = canRefund && (late.refund === null || late.refund.status === 'failed')
  const isOwner = viewer?.role === 'owner'
  // Some ids begin with their kind, which the processor's own site does not show.
  const id = late.ref?.split(':').at(-1)
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} mt="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <strong>{texts.title}.</strong>{' '}
          {(canRefund ? texts.text : texts.textElsewhere)(processor, amount)}{' '}
          {canBegin && viewer && !isOwner && texts.forOwners}
        </Text>
        <RefundOutcome {...{ late, amount, processor, timezone }} />
        {id && <IdText value={id} copyLabel={texts.copyRef(processor)} />}
        {canBegin && isOwner && (
          <Button size="xs" onClick={() => setIsOpen(true)}>
            {texts.open(amount)}
          </Button>
        )}
        {isOpen && (
          <FinalCallDialog
            title={texts.dialog.title(amount)}
            texts={texts.dialog}
            call={() => client.refunds.refundLate.mutate({ id: transaction.id })}
            done={texts.dialog.done(amount)}
            onSettled={() => void queryClient.invalidateQueries()}
            onClose={() => setIsOpen(false)}
          >
            <Text size="sm">{texts.dialog.text(transaction.customerName, amount, processor)}</Text>
          </FinalCallDialog>
        )}
      </Stack>
    </Alert>
  )
}

type OutcomeProps = Pick<Props, 'late' | 'timezone'> & { amount: string; processor: string }

function RefundOutcome({ late: { refund }, amount, processor, timezone }: OutcomeProps) {
  if (!refund) return null
  if (refund.status === 'pending') return <Text size="sm">{texts.pending(processor, amount)}</Text>
  if (refund.status === 'success') {
    const when = formatMoment(refund.settledAt ?? refund.createdAt, timezone)
    return <Text size="sm">{texts.refunded(amount, when)}</Text>
  }
  const why = refund.failureReason ? refunds.failures[refund.failureReason].meaning : ''
  return <Text size="sm">{texts.failed(amount, why)}</Text>
}
