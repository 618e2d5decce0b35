import { lazy, Suspense } from 'react'
import { useQuestion } from '#client/lib/confirmation.ts'

// Loaded lazily: few pages need a confirmation, and none within ten minutes of the last password entry.
const ConfirmationDialog = lazy(() =>
  import('./confirmation-dialog.tsx').then((module) => ({ default: module.ConfirmationDialog })),
)

type Props = { onSignInAgain: (href: string) => void }

/** Asks for the password when a call needs it. */
export function Confirmation({ onSignInAgain }: Props) {
  const question = useQuestion()
  return (
    question && (
      <Suspense>
        <ConfirmationDialog onAnswer={question.answer} onSignInAgain={onSignInAgain} />
      </Suspense>
    )
  )
}
