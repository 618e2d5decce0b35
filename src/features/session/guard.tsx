import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { SpinnerScreen } from '#client/components/spinner-screen.tsx'
import { useIsSigningOut } from '#client/lib/session/signing-out.ts'
import { shell } from '#client/texts/en/shell.ts'
import { noMerchant, type Viewer, ViewerContext } from './signed-in.ts'
import { type Failure, type Session, useSession } from './use-session.ts'

type Props = {
  /** True when the page requires a merchant that completed the onboarding. */
  needsMerchant: boolean
  /** True when everyone may open the page, signed in or not. */
  isOpen: boolean
  /** Shown to visitors instead of a redirect to the sign-in page. */
  signedOut?: ReactNode
  /** Shown when the server cannot identify the viewer, or not read their merchant. */
  failed: (failure: Failure) => ReactNode
  children: ReactNode
}

/**
 * Renders the page for viewers who may see it, and redirects other viewers to the sign-in or the onboarding.
 */
export function Guard({ needsMerchant, isOpen, signedOut, failed, children }: Props) {
  const session = useSession()
  // Deferred, so that React draws the whole page in short steps when the session arrives.
  const isLoaded = useDeferredValue(session.state !== 'loading')
  if (useIsSigningOut()) return <SpinnerScreen label={shell.signingOut} />
  if (!isLoaded) return <SpinnerScreen label={shell.checkingSession} />
  switch (session.state) {
    case 'loading':
      return <SpinnerScreen label={shell.checkingSession} />
    case 'signed-out':
      if (isOpen) return <ViewerProvider session={session}>{children}</ViewerProvider>
      return signedOut ?? <SignInRedirect />
    case 'needs-onboarding':
      if (needsMerchant && !isOpen) return <Navigate to="/onboarding" replace />
      return <ViewerProvider session={session}>{children}</ViewerProvider>
    case 'failed':
      return <ViewerProvider session={session}>{failed(session)}</ViewerProvider>
    case 'ready':
      return <ViewerProvider session={session}>{children}</ViewerProvider>
  }
}

function ViewerProvider({ session, children }: { session: Session; children: ReactNode }) {
  const user = 'user' in session ? session.user : undefined
  const merchant = 'merchant' in session ? session.merchant : undefined
  const isUnknown = session.state === 'failed'
  const viewer: Viewer = useMemo(
    () => ({
      user,
      merchant: merchant ?? noMerchant(),
      isMember: merchant !== undefined,
      isUnknown,
    }),
    [user, merchant, isUnknown],
  )
  return <ViewerContext value={viewer}>{children}</ViewerContext>
}

/** Redirects to the sign-in page, which leads back here. */
export function SignInRedirect() {
  const navigate = useNavigate()
  const { href } = useLocation()
  const hasNavigated = useRef(false)

  useEffect(() => {
    if (hasNavigated.current) return
    hasNavigated.current = true
    console.info('Not authenticated, redirecting to sign-in')
    void navigate({
      to: '/sign-in',
      search: href === '/' ? {} : { redirect: href },
      replace: true,
    })
  }, [href, navigate])

  return <SpinnerScreen label={shell.checkingSession} />
}
