import { createFileRoute, Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { spoken } from '#client/lib/spoken.ts'
import { DemoMark } from '../features/demo/demo-mark.tsx'
import { useOwnLanguage } from '../features/language/use-own-language.ts'
import { LegalLinks } from '../features/legal/legal-links.tsx'
import { LiveProvider } from '../features/live/live-provider.tsx'
import { LiveTag } from '../features/live/live-tag.tsx'
import { CommandCenter } from '../features/palette/command-center.tsx'
import { Confirmation } from '../features/session/confirmation.tsx'
import { Guard } from '../features/session/guard.tsx'
import { SignInNeeded } from '../features/session/sign-in-needed.tsx'
import { useSignedIn } from '../features/session/signed-in.ts'
import { type Failure, useAttendance } from '../features/session/use-session.ts'
import { AppFrame } from '../features/shell/app-frame.tsx'
import { useOnline } from '../features/shell/frame-parts.tsx'
import { allPages } from '../features/shell/navigation.ts'
import { EndpointNotice, OnboardingNotice } from '../features/shell/notices.tsx'
import { useSignOut } from '../features/shell/user-menu.tsx'
import { EXPORT_ADDRESS, startExport } from '../features/transactions/start-export.ts'
import { variant } from '../lib/app-variant.ts'
import { askWhoIsHere } from '../trpc.ts'
import { SignInButton } from './-auth/sign-in-button.tsx'
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
  const { user, merchant, isMember, isUnknown } = useSignedIn()
  const signOut = useSignOut()
  useLoadedPages()
  const { needsMerchant = true, needsSession = needsMerchant } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  })
  // Only where no guard leads visitors away. A page must not say “nothing” of what it may not see.
  const isClosed = needsSession && !user && !isUnknown
  useAttendance(user !== undefined)
  useOwnLanguage(user !== undefined)
  return (
    <LiveProvider merchantId={isMember ? merchant.id : undefined} isOnline={useOnline()}>
      <AppFrame
        user={user}
        signIn={<SignInButton />}
        notice={isMember ? <EndpointNotice /> : user && <OnboardingNotice />}
        mark={isMember && <DemoMark />}
        tools={
          isMember && (
            <CommandCenter
              pages={allPages}
              onSignOut={() => void signOut()}
              onExport={() => void startExport(EXPORT_ADDRESS)}
            />
          )
        }
        liveness={isMember && <LiveTag />}
        footer={<LegalLinks language={spoken('en')} />}
      >
        {isClosed ? <SignInNeeded signIn={<SignInButton />} /> : <Outlet />}
      </AppFrame>
      <Confirmation onSignInAgain={(href) => void signOut(href)} />
    </LiveProvider>
  )
}

/** The first page comes first. */
const REST_MS = 2000

/** Fetches the code of the merchant's other pages, so that without a network only their data waits. */
function useLoadedPages() {
  const router = useRouter()
  useEffect(() => {
    const timer = window.setTimeout(() => {
      if (!window.navigator.onLine) return
      for (const route of Object.values(router.routesById)) {
        const isRoom =
          route.id.startsWith('/_app/') && route.options.staticData?.needsMerchant !== false
        // What fails here is fetched again when the page is opened.
        if (isRoom) void router.loadRouteChunk(route)
      }
    }, REST_MS)
    return () => window.clearTimeout(timer)
  }, [router])
}
