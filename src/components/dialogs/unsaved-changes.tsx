import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isSigningOut } from '#client/lib/session/signing-out.ts'
import { askBeforeLeaving, isLeavingForms } from '#client/lib/unsaved-forms.ts'
import { unsaved } from '#client/texts/en/shell.ts'
import { ConfirmDialog } from './dialog.tsx'

/**
 * Paths that the app itself redirects to. After such a redirect the form cannot be saved, so the person is
 * not asked.
 */
const forcedPaths = ['/sign-in', '/onboarding']

type PageLocation = { pathname: string; search: object }

const tabOf = ({ search }: PageLocation) => ('tab' in search ? search.tab : undefined)

const losesForm = (current: PageLocation, next: PageLocation): boolean =>
  !forcedPaths.includes(next.pathname) &&
  (current.pathname !== next.pathname || tabOf(current) !== tabOf(next))

/** A request to leave a form, which waits for the person's answer. */
type PendingLeave = { onGo: () => void; onStay?: () => void }

/**
 * Asks before a page or tab with unsaved form data is left. Render `question`, and close the form through
 * `leave`: it calls `go` at once or after the person agrees.
 */
export function useUnsavedChanges(isDirty: boolean): {
  leave: (go: () => void) => void
  isAsking: boolean
  question: ReactNode
} {
  const [pending, setPending] = useState<PendingLeave>()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !isSigningOut() && losesForm(current, next),
    enableBeforeUnload: () => isDirty && !isSigningOut() && !isLeavingForms(),
    disabled: !isDirty,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'

  useEffect(() => {
    if (!isDirty) return
    return askBeforeLeaving(
      () =>
        new Promise((resolve) =>
          setPending({ onGo: () => resolve(true), onStay: () => resolve(false) }),
        ),
    )
  }, [isDirty])

  const stay = () => {
    setPending(undefined)
    if (isBlocked) blocker.reset()
    else pending?.onStay?.()
  }
  const go = () => {
    setPending(undefined)
    if (isBlocked) blocker.proceed()
    else pending?.onGo()
  }
  const isAsking = isBlocked || pending !== undefined
  return {
    leave: (close) => (isDirty ? setPending({ onGo: close }) : close()),
    isAsking,
    question: (
      <ConfirmDialog
        opened={isAsking}
        title={unsaved.title}
        action={unsaved.leave}
        back={unsaved.stay}
        isDestructive
        onConfirm={go}
        onClose={stay}
      >
        <Text size="sm">{unsaved.text}</Text>
      </ConfirmDialog>
    ),
  }
}
