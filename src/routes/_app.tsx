import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { Guard } from '../features/session/guard.tsx'
import { SignInNeeded } from '../features/session/sign-in-needed.tsx'
import { useSignedIn } from '../features/session/signed-in.ts'
import type { Failure } from '../features/session/use-session.ts'
import { variant } from '../lib/app-variant.ts'
import { prefetchViewer } from '../trpc.ts'
import { SignInButton } from './-auth/sign-in-button.tsx'
import { ProductFrame } from './-frame/product-frame.tsx'
import { FailureFrame, MerchantFailure } from './-landing/failure-frame.tsx'
import { LandingScreen } from './-landing/landing-screen.tsx'

export const Route = createFileRoute('/_app')({
  // Requests the viewer without awaiting, so that the request shares a batch with the page's data.
  loader: ({ preload }) => {
    // A preload would request a missing merchant again, and hide the page meanwhile.
    if (preload) return
    prefetchViewer()
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
      failed={opensOnFailure ? showWithFailure : showFailure}
    >
      <Framed />
    </Guard>
  )
}

/** Keeps the navigation where the person is known, and only their merchant could not be read. */
const showFailure = (failure: Failure) =>
  failure.user ? (
    <ProductFrame>
      <MerchantFailure failure={failure} />
    </ProductFrame>
  ) : (
    <FailureFrame failure={failure} title={null} />
  )

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
  // Only in the development app, whose guard does not redirect visitors. A page must not show "nothing" for
  // data that the viewer may not see.
  const isClosed = needsSession && !user && !isUnknown
  return (
    <ProductFrame>
      {isClosed ? <SignInNeeded signIn={<SignInButton />} /> : <Outlet />}
    </ProductFrame>
  )
}
