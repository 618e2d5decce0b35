import type { ReactNode } from 'react'
import { ErrorState } from '../../components/error-state.tsx'
import { shell } from '../../texts/shell.ts'
import type { Failure } from '../../features/session/use-session.ts'
import { PlainFrame } from '../../features/shell/plain-frame.tsx'

type Props = { failure: Failure; children: ReactNode }

/** The frame of a page that helps when the server cannot even say who is here. */
export function FailureFrame({ failure, children }: Props) {
  return (
    <PlainFrame user={undefined} isUnknown>
      <ErrorState
        title={shell.merchantFailed}
        error={failure.error}
        onRetry={failure.retry}
        isRetrying={failure.isRetrying}
      />
      {children}
    </PlainFrame>
  )
}
