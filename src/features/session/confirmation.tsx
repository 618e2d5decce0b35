import { lazyDialog } from '#client/components/dialogs/lazy-dialog.tsx'
import { useQuestion } from '#client/lib/confirmation.ts'

// Few pages need a confirmation, and none within ten minutes of the last password entry.
const ConfirmationDialog = lazyDialog(() =>
  import('./confirmation-dialog.tsx').then((module) => module.ConfirmationDialog),
)

type Props = { onSignInAgain: (href: string) => void }

/** Asks for the password when a call needs it. */
export function Confirmation({ onSignInAgain }: Props) {
  const question = useQuestion()
  return question && <ConfirmationDialog onAnswer={question.answer} onSignInAgain={onSignInAgain} />
}
