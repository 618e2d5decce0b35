import { createFileRoute, useRouter } from '@tanstack/react-router'
import { DemoInvitation, offersDemo } from '../features/demo/demo-invitation.tsx'
import { config } from '../lib/config.ts'
import { safePath } from '../lib/session/safe-path.ts'
import { auth } from '../texts/en/auth.ts'
import { AuthScreen } from './-auth/auth-screen.tsx'
import { type AuthSearch, keepRedirect, readAuthSearch } from './-auth/auth-search.ts'
import { ClerkForm } from './-auth/clerk-form.tsx'
import { SignInForm } from './-auth/sign-in-form.tsx'

export const Route = createFileRoute('/sign-in')({
  validateSearch: (search: Record<string, unknown>): AuthSearch & { error?: string } => ({
    ...readAuthSearch(search),
    ...(typeof search.error === 'string' && { error: search.error }),
  }),
  component: SignInPage,
})

function SignInPage() {
  const { redirect, error } = Route.useSearch()
  const router = useRouter()
  const openRequestedPath = () => router.history.replace(safePath(redirect))
  const goHome = () => router.history.replace('/')
  return (
    <AuthScreen
      texts={auth.signIn}
      other={{ to: '/sign-up', search: keepRedirect(redirect) }}
      hintTone="yellow"
      onSignedIn={openRequestedPath}
      below={offersDemo && <DemoInvitation onReady={goHome} />}
    >
      {config.identity === 'clerk' ? (
        <ClerkForm kind="sign-in" to={safePath(redirect)} />
      ) : (
        <SignInForm
          redirect={redirect}
          earlier={linkErrorText(error, redirect)}
          onDone={openRequestedPath}
        />
      )}
    </AuthScreen>
  )
}

const linkErrorTexts: Record<string, string> = auth.linkErrors

/**
 * Returns the error reported by the link that led here: Google's callback sets `error`, a mail's link puts it
 * into the query of the requested URL.
 */
function linkErrorText(
  error: string | undefined,
  redirect: string | undefined,
): string | undefined {
  if (error) return linkErrorTexts[error] ?? auth.linkError
  const [, query] = redirect?.split('?') ?? []
  return linkErrorTexts[new URLSearchParams(query).get('error') ?? '']
}
