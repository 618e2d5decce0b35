import { type ReactNode, useCallback, useState } from 'react'
import { LinkDialog, type LinkDialogProps } from '#client/features/payment-links/link-dialog.tsx'
import type { LinkStart } from '#client/features/payment-links/link-values.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useOfferedCurrencies } from '#client/features/session/use-currencies.ts'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'

/** The link dialog with the merchant's settings, which are loaded only when it opens. */
export function MerchantLinkDialog(props: Omit<LinkDialogProps, 'settings'>) {
  const { timezone, currency, businessName } = useSignedIn().merchant
  const offered = useOfferedCurrencies()
  return <LinkDialog {...props} settings={{ timezone, currency, offered, businessName }} />
}

/** Returns the page's dialog for new links and the function that opens it. */
export function useNewLink(): { make: (start?: LinkStart) => void; dialog: ReactNode } {
  const [openDialog, setOpenDialog] = useState<{ start: LinkStart | undefined }>()
  // Kept outside the dialog, so that a retry after a lost response reuses its idempotency key.
  const attempt = useAttempt()
  const make = useCallback((start?: LinkStart) => setOpenDialog({ start }), [])
  const dialog = openDialog && (
    <MerchantLinkDialog
      attempt={attempt}
      start={openDialog.start}
      onClose={() => setOpenDialog(undefined)}
    />
  )
  return { make, dialog }
}
