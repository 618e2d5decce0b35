import { Button } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { useRefund } from '#client/features/refunds/use-refund-dialog.tsx'
import { refunds } from '#client/texts/en/refunds.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

type Props = {
  transaction: Transaction
  money: PaymentMoney
  onVoid: (transaction: Transaction) => void
}

/** The available actions for a payment's money, other than the next step. */
export function MoneyActions({ transaction, money, onVoid }: Props) {
  const { waitingFor, amounts, canRefund } = money
  const { refund, dialog } = useRefund()
  return (
    <>
      {canRefund && Number(amounts.remaining) > 0 && (
        <Button
          variant="default"
          leftSection={<IconReceiptRefund size={16} aria-hidden />}
          onClick={() => refund(transaction)}
        >
          {refunds.dialog.open}
        </Button>
      )}
      {waitingFor === 'capture' && (
        <Button variant="default" onClick={() => onVoid(transaction)}>
          {refunds.voiding.open}
        </Button>
      )}
      {dialog}
    </>
  )
}
