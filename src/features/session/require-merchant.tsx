import { Center } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '../../components/error-state.tsx'
import { SpinnerScreen } from '../../components/spinner-screen.tsx'
import { shell } from '../../texts/shell.ts'
import { SignInRedirect } from './sign-in-redirect.tsx'
import { SignedInContext } from './signed-in.ts'
import { useSession } from './use-session.ts'

type Props = { children: ReactNode }

/** Lets through who is signed in and has a merchant that finished the onboarding. */
export function RequireMerchant({ children }: Props) {
  const session = useSession()
  switch (session.state) {
    case 'loading':
      return <SpinnerScreen label={shell.checkingSession} />
    case 'signed-out':
      return <SignInRedirect />
    case 'needs-onboarding':
      return <Navigate to="/onboarding" replace />
    case 'failed':
      return (
        <Center component="main" mih="100dvh">
          <ErrorState
            title={shell.merchantFailed}
            error={session.error}
            onRetry={session.retry}
            isRetrying={session.isRetrying}
          />
        </Center>
      )
    case 'ready':
      return <SignedInContext value={session}>{children}</SignedInContext>
  }
}
