import { Box, Stack } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { SpinnerScreen } from '../components/spinner-screen.tsx'
import { config } from '../lib/config.ts'
import { signUp } from '../lib/session/auth.ts'
import { safePath } from '../lib/session/safe-path.ts'
import { auth } from '../texts/en/auth.ts'
import { AuthScreen } from './-auth/auth-screen.tsx'
import { INVITED, keepRedirect, newcomerPath, readAuthSearch } from './-auth/auth-search.ts'
import { ClerkForm } from './-auth/clerk-form.tsx'
import { CredentialsForm } from './-auth/credentials-form.tsx'

export const Route = createFileRoute('/sign-up')({
  validateSearch: readAuthSearch,
  component: SignUpPage,
})

const CheckMail = lazy(() =>
  import('./-auth/check-mail.tsx').then((module) => ({ default: module.CheckMail })),
)
const GoogleButton = lazy(() =>
  import('./-auth/google-button.tsx').then((module) => ({ default: module.GoogleButton })),
)

function SignUpPage() {
  const { redirect } = Route.useSearch()
  const navigate = useNavigate()
  const search = keepRedirect(redirect)
  return (
    <AuthScreen
      texts={auth.signUp}
      other={{ to: '/sign-in', search }}
      hintTone="blue"
      onSignedIn={() => void navigate({ to: redirect === INVITED ? INVITED : '/', replace: true })}
    >
      {config.identity === 'clerk' ? (
        <ClerkForm kind="sign-up" to={safePath(redirect)} />
      ) : (
        <EmbeddedForm redirect={redirect} />
      )}
    </AuthScreen>
  )
}

function EmbeddedForm({ redirect }: { redirect: string | undefined }) {
  const navigate = useNavigate()
  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string>()
  const search = keepRedirect(redirect)
  return unconfirmedEmail === undefined ? (
    <Stack gap="md">
      <CredentialsForm
        withName
        submitLabel={auth.signUp.submit}
        onSubmit={signUp}
        onDone={(next, { email }) => {
          if (next === 'check-mail') setUnconfirmedEmail(email)
          else void navigate({ to: newcomerPath(redirect), replace: true })
        }}
      />
      {config.hasGoogle && (
        <Suspense fallback={<Box h="4.75rem" />}>
          <GoogleButton redirect={redirect} />
        </Suspense>
      )}
    </Stack>
  ) : (
    <Suspense fallback={<SpinnerScreen label={auth.loading} />}>
      <CheckMail
        email={unconfirmedEmail}
        onSignIn={() => void navigate({ to: '/sign-in', search })}
      />
    </Suspense>
  )
}
