import { type ReactNode, useCallback, useState } from 'react'
import { lazyDialog } from '#client/components/dialogs/lazy-dialog.tsx'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

const CaptureDialog = lazyDialog(() =>
  import('./capture-dialog.tsx').then((module) => module.CaptureDialog),
)
const VoidDialog = lazyDialog(() => import('./void-dialog.tsx').then((module) => module.VoidDialog))

export type CaptureActions = {
  onCapture: (transaction: Transaction) => void
  onVoid: (transaction: Transaction) => void
}

/**
 * Returns the page's dialogs that capture and void an authorized payment, and the functions that open them. The page
 * owns the dialogs, because the buttons that open them may disappear.
 */
export function useCapture(): CaptureActions & { dialog: ReactNode } {
  const attempt = useAttempt()
  const [open, setOpen] = useState<{ kind: 'capture' | 'void'; transaction: Transaction }>()
  // Stable identities, so that unchanged rows do not render again.
  const onCapture = useCallback(
    (transaction: Transaction) => setOpen({ kind: 'capture', transaction }),
    [],
  )
  const onVoid = useCallback(
    (transaction: Transaction) => setOpen({ kind: 'void', transaction }),
    [],
  )
  const close = () => setOpen(undefined)
  const dialog =
    open?.kind === 'capture' ? (
      <CaptureDialog
        transaction={open.transaction}
        // Until the capture, a payment's amount is what was authorized.
        authorized={open.transaction.amount}
        attempt={attempt}
        onClose={close}
      />
    ) : open ? (
      <VoidDialog transaction={open.transaction} onClose={close} />
    ) : null
  return { onCapture, onVoid, dialog }
}
