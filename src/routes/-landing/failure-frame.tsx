import type { ReactNode } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import type { Failure } from '#client/features/session/use-session.ts'
import { PlainFrame } from '#client/features/shell/plain-frame.tsx'
import { shell } from '#client/texts/en/shell.ts'

type Props = {
  failure: Failure
  /** Null where no page follows, so that the title of the document names no page. */
  title?: null
  children?: ReactNode
}

/** The layout shown when the server cannot identify the viewer; a page that helps may follow. */
export function FailureFrame({ failure, title, children }: Props) {
  return (
    <PlainFrame user={undefined} title={title} isUnknown>
      <MerchantFailure failure={failure} />
      {children}
    </PlainFrame>
  )
}

/** The message that the merchant could not be read, with a retry. */
export function MerchantFailure({ failure }: { failure: Failure }) {
  return (
    <ErrorState
      title={shell.merchantFailed}
      error={failure.error}
      onRetry={failure.retry}
      isRetrying={failure.isRetrying}
    />
  )
}
