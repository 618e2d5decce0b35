import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isLeavingNow } from '#client/lib/session/leaving.ts'
import { unsaved } from '#client/texts/en/shell.ts'
import { ConfirmDialog } from './dialog.tsx'

/** Paths that the app itself redirects to. By then the form can no longer be saved, so nothing is asked. */
const forcedPaths = ['/sign-in', '/onboarding']

type Place = { pathname: string; search: object }

const tabOf = ({ search }: Place) => ('tab' in search ? search.tab : undefined)

const losesForm = (current: Place, next: Place): boolean =>
  !forcedPaths.includes(next.pathname) &&
  (current.pathname !== next.pathname || tabOf(current) !== tabOf(next))

/**
 * Asks before a page or tab with unsaved form data is left. Render `question`, and close the form through
 * `leave` in all other cases.
 */
export function useUnsavedChanges(isDirty: boolean): {
  leave: (go: () => void) => void
  isAsking: boolean
  question: ReactNode
} {
  const [asked, setAsked] = useState<() => void>()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !isLeavingNow() && losesForm(current, next),
    enableBeforeUnload: () => isDirty && !isLeavingNow(),
    disabled: !isDirty,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'

  const stay = () => {
    setAsked(undefined)
    if (isBlocked) blocker.reset()
  }
  const go = () => {
    setAsked(undefined)
    if (isBlocked) blocker.proceed()
    else asked?.()
  }
  const isAsking = isBlocked || asked !== undefined
  return {
    leave: (close) => (isDirty ? setAsked(() => close) : close()),
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
