import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { askBeforeSignOut } from '#client/lib/session/sign-out-question.ts'
import { demo } from '#client/texts/en/demo.ts'

type Answer = (isWanted: boolean) => void

/** Warns guests before they sign out: a guest has no password, so the demo would be lost. */
export function SignOutQuestion() {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => askBeforeSignOut(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  const giveAnswer = (isWanted: boolean) => {
    answer?.(isWanted)
    setAnswer(undefined)
  }
  // A dialog that is not open costs the page as much as one that is.
  if (!answer) return null
  return (
    <ConfirmDialog
      opened
      title={demo.signOutTitle}
      action={demo.signOutAction}
      back={demo.keep}
      isDestructive
      onConfirm={() => giveAnswer(true)}
      onClose={() => giveAnswer(false)}
    >
      <Text size="sm">{demo.signOutText}</Text>
    </ConfirmDialog>
  )
}
