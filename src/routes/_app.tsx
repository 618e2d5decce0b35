import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { Guard } from '../features/session/guard.tsx'
import { SignInNeeded } from '../features/session/sign-in-needed.tsx'
import { useSignedIn } from '../features/session/signed-in.ts'
import type { Failure } from '../features/session/use-session.ts'
import { variant } from '../lib/app-variant.ts'
import { askWhoIsHere } from '../trpc.ts'
import { SignInButton } from './-auth/sign-in-button.tsx'
import { ProductFrame } from './-frame/product-frame.tsx'
import { FailureFrame } from './-landing/failure-frame.tsx'
import { LandingScreen } from './-landing/landing-screen.tsx'

export const Route = createFileRoute('/_app')({
  // Started here, not awaited: the page's own data then travels in the same request.
  loader: ({ preload }) => {
    // A look ahead would ask again for a merchant that is not there yet, and close the page meanwhile.
    if (preload) return
    askWhoIsHere()
  },
  component: AppLayout,
})

function AppLayout() {
  const {
    needsMerchant = true,
    hasLanding = false,
    opensOnFailure = false,
  } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  })
  return (
    <Guard
      needsMerchant={needsMerchant}
      isOpen={variant === 'development'}
      signedOut={hasLanding ? <LandingScreen /> : undefined}
      failed={opensOnFailure ? showWithFailure : undefined}
    >
      <Framed />
    </Guard>
  )
}

const showWithFailure = (failure: Failure) => (
  <FailureFrame failure={failure}>
    <Outlet />
  </FailureFrame>
)

function Framed() {
  const { user, isUnknown } = useSignedIn()
  const { needsMerchant = true, needsSession = needsMerchant } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  })
  // Only where no guard leads visitors away. A page must not say “nothing” of what it may not see.
  const isClosed = needsSession && !user && !isUnknown
  return (
    <ProductFrame>
      {isClosed ? <SignInNeeded signIn={<SignInButton />} /> : <Outlet />}
    </ProductFrame>
  )
}
