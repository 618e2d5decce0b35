import { createFileRoute, useRouter } from '@tanstack/react-router'
import { DemoInvitation } from '../features/demo/demo-invitation.tsx'
import { signIn } from '../lib/auth.ts'
import { config, isDevelopment } from '../lib/config.ts'
import { safePath } from '../lib/safe-path.ts'
import { auth } from '../texts/auth.ts'
import { AuthScreen } from './-auth/auth-screen.tsx'
import { CredentialsForm } from './-auth/credentials-form.tsx'

const offersDemo = isDevelopment && config.identity === 'embedded'

export const Route = createFileRoute('/sign-in')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search.redirect === 'string' ? { redirect: search.redirect } : {},
  component: SignInPage,
})

function SignInPage() {
  const { redirect } = Route.useSearch()
  const router = useRouter()
  const goOn = () => router.history.replace(safePath(redirect))
  const goHome = () => router.history.replace('/')
  return (
    <AuthScreen
      texts={auth.signIn}
      other={{ to: '/sign-up', search: redirect ? { redirect } : {} }}
      hintTone="yellow"
      onSignedIn={goOn}
      below={offersDemo && <DemoInvitation onReady={goHome} />}
    >
      <CredentialsForm submitLabel={auth.signIn.submit} onSubmit={signIn} onDone={goOn} />
    </AuthScreen>
  )
}
