import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

// Loads the dialog only when it is opened.
const RefundDialog = lazy(() =>
  import('./refund-dialog.tsx').then((module) => ({ default: module.RefundDialog })),
)

/** Returns the page's refund dialog and the function that opens the dialog. */
export function useRefund(): { refund: (transaction: Transaction) => void; dialog: ReactNode } {
  const [payment, setPayment] = useState<Transaction>()
  // Kept outside the dialog, so that a retry after a lost response reuses its idempotency key.
  const attempt = useAttempt()
  // Stable identity, so that unchanged rows do not render again.
  const refund = useCallback((transaction: Transaction) => setPayment(transaction), [])
  const dialog = payment && (
    <Suspense>
      <RefundDialog
        key={payment.id}
        transaction={payment}
        attempt={attempt}
        onClose={() => setPayment(undefined)}
      />
    </Suspense>
  )
  return { refund, dialog }
}
