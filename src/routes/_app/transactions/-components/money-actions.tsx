import { Button } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useState } from 'react'
import { CaptureDialog } from '#client/features/refunds/capture-dialog.tsx'
import { useRefund } from '#client/features/refunds/refund-dialog.tsx'
import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { VoidDialog } from '#client/features/refunds/void-dialog.tsx'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

type Props = { transaction: Transaction; money: PaymentMoney }

/**
 * The available actions for a payment's money. Owns their dialogs, because the buttons that open them may
 * disappear.
 */
export function MoneyActions({ transaction, money: { stage, amounts, canRefund } }: Props) {
  const { refund, dialog } = useRefund()
  const attempt = useAttempt()
  const [openDialog, setOpenDialog] = useState<
    { kind: 'capture'; authorized: string } | { kind: 'void' }
  >()
  const close = () => setOpenDialog(undefined)
  const authorized = amounts.authorized ?? transaction.amount
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
      {stage === 'authorized' && (
        <>
          <Button onClick={() => setOpenDialog({ kind: 'capture', authorized })}>
            {refunds.capture.open}
          </Button>
          <Button variant="default" onClick={() => setOpenDialog({ kind: 'void' })}>
            {refunds.voiding.open}
          </Button>
        </>
      )}
      {dialog}
      {openDialog?.kind === 'capture' && (
        <CaptureDialog
          transaction={transaction}
          authorized={openDialog.authorized}
          attempt={attempt}
          onClose={close}
        />
      )}
      {openDialog?.kind === 'void' && <VoidDialog transaction={transaction} onClose={close} />}
    </>
  )
}
