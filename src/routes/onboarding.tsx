import { Center, Paper, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '../components/error-state.tsx'
import { SpinnerScreen } from '../components/spinner-screen.tsx'
import { SignInRedirect } from '../features/session/guard.tsx'
import { type Session, useSession, useUserActivity } from '../features/session/use-session.ts'
import { PlainFrame } from '../features/shell/plain-frame.tsx'
import { variant } from '../lib/app-variant.ts'
import { usePageLanguage } from '../lib/hooks/use-page-language.ts'
import { readInvitation } from '../lib/session/stored-invitation.ts'
import { common } from '../texts/en/common.ts'
import { onboarding } from '../texts/en/onboarding.ts'
import { guideProblems } from '../texts/en/problems.ts'
import { shell } from '../texts/en/shell.ts'
import { SignInButton } from './-auth/sign-in-button.tsx'
import { OnboardingWizard } from './-onboarding/onboarding-wizard.tsx'

export const Route = createFileRoute('/onboarding')({ component: OnboardingPage })

type Candidate = Pick<Extract<Session, { state: 'needs-onboarding' }>, 'user' | 'pending'>

function OnboardingPage() {
  const session = useSession()
  // Keeps the last step visible after completion, although the session is ready by then.
  const [finishing, setFinishing] = useState<Candidate>()
  const candidate = finishing ?? (session.state === 'needs-onboarding' ? session : undefined)
  useUserActivity(candidate !== undefined)
  // An invited person joins a business instead of setting one up, however they signed up.
  if (candidate && !finishing && !candidate.pending && readInvitation() !== null)
    return <Navigate to="/join" replace />
  if (candidate) {
    const { user, pending } = candidate
    return (
      <PlainFrame user={user} inMix="it">
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
            words={guideProblems}
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

/** Asks visitors who are not signed in to sign in, because the development app does not redirect them. */
function VisitorScreen() {
  usePageLanguage('it')
  useDocumentTitle(`${shell.titles.onboarding} · ${common.product}`)
  return (
    <PlainFrame user={undefined} signIn={<SignInButton />} inMix="it">
      <Center mih="50vh">
        <Paper p="xl" maw="32rem">
          <Stack align="center" gap="md" ta="center">
            <Text>{onboarding.signInFirst}</Text>
            <SignInButton />
          </Stack>
        </Paper>
      </Center>
    </PlainFrame>
  )
}
