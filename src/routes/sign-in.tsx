import { createFileRoute, useRouter } from '@tanstack/react-router'
import { signIn } from '../lib/auth.ts'
import { safePath } from '../lib/safe-path.ts'
import { auth } from '../texts/auth.ts'
import { AuthScreen } from './-auth/auth-screen.tsx'
import { CredentialsForm } from './-auth/credentials-form.tsx'

export const Route = createFileRoute('/sign-in')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search.redirect === 'string' ? { redirect: search.redirect } : {},
  component: SignInPage,
})

function SignInPage() {
  const { redirect } = Route.useSearch()
  const router = useRouter()
  const goOn = () => router.history.replace(safePath(redirect))
  return (
    <AuthScreen
      texts={auth.signIn}
      other={{ to: '/sign-up', search: redirect ? { redirect } : {} }}
      hintTone="yellow"
      onSignedIn={goOn}
    >
      <CredentialsForm submitLabel={auth.signIn.submit} onSubmit={signIn} onDone={goOn} />
    </AuthScreen>
  )
}
