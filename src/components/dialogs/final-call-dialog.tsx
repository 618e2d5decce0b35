import { type ReactNode, useState } from 'react'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { Failure } from '../error-state.tsx'
import { ConfirmDialog } from './dialog.tsx'

type Props = {
  title: string
  texts: { action: string; back: string; failed: string }
  /** An idempotent call, which needs no Idempotency-Key. */
  call: () => Promise<unknown>
  /** The message to show after the call succeeded. */
  done: Parameters<typeof notify.success>[0]
  /** Called after success and after failure: the page's data may be out of date. */
  onSettled: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before an irreversible call, and stays open with the error message when the call fails. */
export function FinalCallDialog({ title, texts, call, done, onSettled, onClose, children }: Props) {
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  const confirm = async () => {
    setIsPending(true)
    try {
      await call()
      notify.success(done)
      onClose()
    } catch (error) {
      setProblem(readProblem(error).detail)
    } finally {
      setIsPending(false)
      onSettled()
    }
  }

  return (
    <ConfirmDialog
      opened
      title={title}
      action={texts.action}
      back={texts.back}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      {children}
      {problem && <Failure title={texts.failed}>{problem}</Failure>}
    </ConfirmDialog>
  )
}
