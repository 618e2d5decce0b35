import type { ReactNode } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import type { Failure } from '#client/features/session/use-session.ts'
import { PlainFrame } from '#client/features/shell/plain-frame.tsx'
import { shell } from '#client/texts/en/shell.ts'

type Props = { failure: Failure; children: ReactNode }

/** The layout of a page that helps when the server cannot identify the viewer. */
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
