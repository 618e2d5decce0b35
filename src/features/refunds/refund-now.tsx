import { Button, Stack, Text } from '@mantine/core'
import { formatMoney } from '#client/lib/words/format.ts'
import { disputes } from '#client/texts/en/disputes.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import type { PaymentMoney } from './use-payment-money.ts'
import { useRefund } from './use-refund-dialog.tsx'

const texts = disputes.refundNow

type Props = { transaction: Transaction; money: PaymentMoney }

/** Compares a refund with a dispute after a fraud warning, and opens the refund of the whole amount. */
export function RefundNow({ transaction, money }: Props) {
  const { refund, dialog } = useRefund()
  const { currency } = transaction
  const { amounts, disputeFee, canRefund, processor } = money
  if (!canRefund || Number(amounts.remaining) === 0) return null
  return (
    <Stack gap="xs" align="flex-start" my="sm">
      <Text size="sm" c="inherit" fw={600}>
        {texts.title}
      </Text>
      <Text size="sm" c="inherit">
        {texts.costs(formatMoney(amounts.remaining, currency), processor)}{' '}
        {disputeFee === null
          ? texts.savesUnknown(processor)
          : texts.saves(formatMoney(disputeFee, currency))}
      </Text>
      <Button size="xs" onClick={() => refund(transaction)}>
        {texts.action(formatMoney(amounts.remaining, currency))}
      </Button>
      {dialog}
    </Stack>
  )
}
