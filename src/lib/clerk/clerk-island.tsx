import { itIT } from '@clerk/localizations/it-IT'
import {
  ClerkFailed,
  ClerkLoaded,
  ClerkProvider,
  SignIn,
  SignUp,
  UserButton,
  useClerk,
  UserProfile,
} from '@clerk/react'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { config } from '../config.ts'
import { appearance } from './clerk-appearance.ts'
import { connectClerk, setClerkState } from './clerk-link.ts'
import { type SlotContent, useSlots } from './clerk-slots.ts'
import { takeClerksWord } from './clerk-word.ts'
import { useReverify } from './use-reverify.ts'

/** The one place that knows Clerk's library. It draws into the slots of the page. */
export function ClerkIsland() {
  const { history } = useRouter()
  if (!config.clerkPublishableKey) throw new Error('The configuration carries no key of Clerk')
  return (
    <ClerkProvider
      publishableKey={config.clerkPublishableKey}
      localization={itIT}
      telemetry={false}
      signInUrl="/sign-in"
      signUpUrl="/sign-up"
      signInFallbackRedirectUrl="/"
      signUpFallbackRedirectUrl="/onboarding"
      afterSignOutUrl="/sign-in"
      appearance={appearance}
      routerPush={(to) => history.push(pathOf(to))}
      routerReplace={(to) => history.replace(pathOf(to))}
    >
      <ClerkFailed>
        <Failed />
      </ClerkFailed>
      <ClerkLoaded>
        <Connected />
        <Slots />
      </ClerkLoaded>
    </ClerkProvider>
  )
}

/** Clerk leaves for other origins by itself. */
function pathOf(to: string): string {
  const { pathname, search, hash } = new URL(to, window.location.href)
  return `${pathname}${search}${hash}`
}

function Failed() {
  useEffect(() => setClerkState({ name: 'failed' }), [])
  return null
}

/** Lets the rest of the page ask Clerk, and hears from it who is signed in. */
function Connected() {
  const clerk = useClerk()
  const reverify = useReverify()

  useEffect(() => {
    connectClerk({
      getToken: async () => (await clerk.session?.getToken()) ?? null,
      signOut: () => clerk.signOut({ redirectUrl: '/sign-in' }),
      reverify,
    })
    const hear = ({ session }: Partial<Pick<typeof clerk, 'session'>>) => {
      // A session that still lacks a step, such as a second factor, signs nobody in.
      const isActive = session?.status === 'active'
      void takeClerksWord(isActive ? session.user.id : session === undefined ? undefined : null)
    }
    hear(clerk)
    const stop = clerk.addListener(hear, { skipInitialEmit: true })
    return () => {
      stop()
      connectClerk(undefined)
    }
  }, [clerk, reverify])

  return null
}

const Slots = () =>
  useSlots().map(({ id, node, content }) =>
    createPortal(<Part content={content} />, node, String(id)),
  )

// The address's hash tells Clerk's steps apart, so that each of our pages stays one route.
function Part({ content }: { content: SlotContent }) {
  switch (content.kind) {
    case 'sign-in':
      return <SignIn routing="hash" fallbackRedirectUrl={content.to} signUpUrl="/sign-up" />
    case 'sign-up':
      return (
        <SignUp routing="hash" signInFallbackRedirectUrl={content.signInTo} signInUrl="/sign-in" />
      )
    case 'account':
      return <UserProfile routing="hash" />
    case 'user-button':
      return <UserButton userProfileMode="navigation" userProfileUrl="/profile" />
  }
}
