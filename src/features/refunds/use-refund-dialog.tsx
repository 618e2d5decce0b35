import { type ReactNode, useCallback, useState } from 'react'
import { lazyDialog } from '#client/components/dialogs/lazy-dialog.tsx'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

const RefundDialog = lazyDialog(() =>
  import('./refund-dialog.tsx').then((module) => module.RefundDialog),
)

/** Returns the page's refund dialog and the function that opens the dialog. */
export function useRefund(): { refund: (transaction: Transaction) => void; dialog: ReactNode } {
  const [payment, setPayment] = useState<Transaction>()
  // Kept outside the dialog, so that a retry after a lost response reuses its idempotency key.
  const attempt = useAttempt()
  // Stable identity, so that unchanged rows do not render again.
  const refund = useCallback((transaction: Transaction) => setPayment(transaction), [])
  const dialog = payment && (
    <RefundDialog
      key={payment.id}
      transaction={payment}
      attempt={attempt}
      onClose={() => setPayment(undefined)}
    />
  )
  return { refund, dialog }
}
