import { Center } from '@mantine/core'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import { ErrorState } from '../components/error-state.tsx'
import { SpinnerScreen } from '../components/spinner-screen.tsx'
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx'
import { useSession } from '../features/session/use-session.ts'
import { PlainFrame } from '../features/shell/plain-frame.tsx'
import { heldInvitation } from '../lib/held-invitation.ts'
import { onboarding } from '../texts/onboarding.ts'
import { OnboardingWizard } from './-onboarding/onboarding-wizard.tsx'

export const Route = createFileRoute('/onboarding')({ component: OnboardingPage })

function OnboardingPage() {
  const session = useSession()
  // Whoever has just finished stays for the last step, although the session is ready by then.
  const [finishing, setFinishing] = useState<CurrentUser>()
  const user = finishing ?? (session.state === 'needs-onboarding' ? session.user : undefined)
  // Who was invited joins a business instead of setting one up, however they signed up.
  if (user && !finishing && heldInvitation() !== null) return <Navigate to="/join" replace />
  if (user) {
    return (
      <PlainFrame user={user}>
        <OnboardingWizard user={user} onSubmit={() => setFinishing(user)} />
      </PlainFrame>
    )
  }
  switch (session.state) {
    case 'signed-out':
      return <SignInRedirect />
    case 'ready':
      return <Navigate to="/dashboard" replace />
    case 'failed':
      return (
        <Center component="main" mih="100dvh">
          <ErrorState
            title={onboarding.lookupFailed}
            error={session.error}
            onRetry={session.retry}
            isRetrying={session.isRetrying}
          />
        </Center>
      )
    default:
      return <SpinnerScreen label={onboarding.loading} />
  }
}
