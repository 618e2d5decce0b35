import { Center } from '@mantine/core'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '../components/error-state.tsx'
import { SpinnerScreen } from '../components/spinner-screen.tsx'
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx'
import { useAttendance } from '../features/session/use-attendance.ts'
import { type Session, useSession } from '../features/session/use-session.ts'
import { PlainFrame } from '../features/shell/plain-frame.tsx'
import { variant } from '../lib/app-variant.ts'
import { heldInvitation } from '../lib/held-invitation.ts'
import { errorWordsIt } from '../lib/problem-it.ts'
import { onboarding } from '../texts/onboarding.ts'
import { VisitorScreen } from './-onboarding/visitor-screen.tsx'
import { OnboardingWizard } from './-onboarding/onboarding-wizard.tsx'

export const Route = createFileRoute('/onboarding')({ component: OnboardingPage })

type Candidate = Pick<Extract<Session, { state: 'needs-onboarding' }>, 'user' | 'pending'>

function OnboardingPage() {
  const session = useSession()
  // Whoever has just finished stays for the last step, although the session is ready by then.
  const [finishing, setFinishing] = useState<Candidate>()
  const candidate = finishing ?? (session.state === 'needs-onboarding' ? session : undefined)
  useAttendance(candidate !== undefined)
  // Who was invited joins a business instead of setting one up, however they signed up.
  if (candidate && !finishing && !candidate.pending && heldInvitation() !== null)
    return <Navigate to="/join" replace />
  if (candidate) {
    const { user, pending } = candidate
    return (
      <PlainFrame user={user}>
        <OnboardingWizard user={user} merchant={pending} onSubmit={() => setFinishing(candidate)} />
      </PlainFrame>
    )
  }
  switch (session.state) {
    case 'signed-out':
      return variant === 'development' ? <VisitorScreen /> : <SignInRedirect />
    case 'ready':
      return <Navigate to="/dashboard" replace />
    case 'failed':
      return (
        <Center component="main" mih="100dvh">
          <ErrorState
            title={onboarding.lookupFailed}
            words={errorWordsIt}
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
