import { type ReactNode, useCallback, useState } from 'react'
import { LinkDialog, type LinkDialogProps } from '#client/features/payment-links/link-dialog.tsx'
import type { LinkStart } from '#client/features/payment-links/link-values.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useOfferedCurrencies } from '#client/features/session/use-currencies.ts'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'

/** The dialog with what the merchant's settings say, which only who opens it asks for. */
export function OwnLinkDialog(props: Omit<LinkDialogProps, 'ground'>) {
  const { timezone, currency } = useSignedIn().merchant
  const offered = useOfferedCurrencies()
  return <LinkDialog {...props} ground={{ timezone, currency, offered }} />
}

/** The dialog of a page that makes links with a start, and what opens it. */
export function useNewLink(): { make: (start?: LinkStart) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ start: LinkStart | undefined }>()
  // It outlives the dialog: what had no answer is not sent anew under another key.
  const attempt = useAttempt()
  const make = useCallback((start?: LinkStart) => setAsked({ start }), [])
  const dialog = asked && (
    <OwnLinkDialog attempt={attempt} start={asked.start} onClose={() => setAsked(undefined)} />
  )
  return { make, dialog }
}
