import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { signUp } from '../lib/auth.ts'
import { auth } from '../texts/auth.ts'
import { AuthScreen } from './-auth/auth-screen.tsx'
import { CredentialsForm } from './-auth/credentials-form.tsx'

export const Route = createFileRoute('/sign-up')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search.redirect === 'string' ? { redirect: search.redirect } : {},
  component: SignUpPage,
})

function SignUpPage() {
  const { redirect } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <AuthScreen
      texts={auth.signUp}
      other={{ to: '/sign-in', search: redirect ? { redirect } : {} }}
      hintTone="blue"
      onSignedIn={() => void navigate({ to: '/', replace: true })}
    >
      <CredentialsForm
        withName
        submitLabel={auth.signUp.submit}
        onSubmit={signUp}
        onDone={() => void navigate({ to: '/onboarding', replace: true })}
      />
    </AuthScreen>
  )
}
