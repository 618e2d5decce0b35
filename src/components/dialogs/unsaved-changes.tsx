import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isLeavingNow } from '#client/lib/session/leaving.ts'
import { unsaved } from '#client/texts/en/shell.ts'
import { ConfirmDialog } from './dialog.tsx'

/** Where a person is led, not goes: what was typed could not be saved any more. */
const forcedPaths = ['/sign-in', '/onboarding']

type Place = { pathname: string; search: object }

const tabOf = ({ search }: Place) => ('tab' in search ? search.tab : undefined)

const losesForm = (current: Place, next: Place): boolean =>
  !forcedPaths.includes(next.pathname) &&
  (current.pathname !== next.pathname || tabOf(current) !== tabOf(next))

/**
 * Asks before the page or the tab is left while a form holds what is not saved. Show `question`; what closes
 * the form otherwise goes through `leave`.
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
