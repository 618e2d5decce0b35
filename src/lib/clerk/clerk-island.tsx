import {
  ClerkFailed,
  ClerkLoaded,
  ClerkProvider,
  type ClerkProviderProps,
  SignIn,
  SignUp,
  UserButton,
  UserProfile,
  useClerk,
  useReverification,
} from '@clerk/react'
import { isReverificationCancelledError } from '@clerk/react/errors'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { clerkParts } from '#client/texts/en/clerk-parts.ts'
import { forgetEverything, queries, queryClient } from '#client/trpc.ts'
import { config } from '../config.ts'
import classes from './clerk.module.css'
import { connectClerk, setClerkState } from './clerk-link.ts'
import { type SlotContent, useSlots } from './clerk-slots.tsx'

/** The one place that knows Clerk's library. It draws into the slots of the page. */
export function ClerkIsland() {
  const { history } = useRouter()
  if (!config.clerkPublishableKey) throw new Error('The configuration carries no key of Clerk')
  return (
    <ClerkProvider
      publishableKey={config.clerkPublishableKey}
      localization={clerkParts}
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
      // A session that still lacks a step, such as a second factor, signs no person in.
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

/** Clerk's parts in the colours of our theme, which follow the scheme by themselves. */
const appearance: NonNullable<ClerkProviderProps['appearance']> = {
  // Below our own style sheets, so that those win.
  cssLayerName: 'clerk',
  variables: {
    colorPrimary: 'var(--mantine-primary-color-filled)',
    colorPrimaryForeground: 'var(--mantine-color-white)',
    colorDanger: 'var(--mantine-color-error)',
    colorSuccess: 'var(--tone-success)',
    colorWarning: 'var(--tone-pending)',
    colorNeutral: 'var(--mantine-color-text)',
    colorForeground: 'var(--mantine-color-text)',
    colorMuted: 'var(--app-canvas)',
    colorMutedForeground: 'var(--mantine-color-dimmed)',
    colorBackground: 'var(--mantine-color-body)',
    colorInput: 'var(--mantine-color-default)',
    colorInputForeground: 'var(--mantine-color-text)',
    colorBorder: 'var(--mantine-color-default-border)',
    fontFamily: 'var(--mantine-font-family)',
    fontFamilyMono: 'var(--mantine-font-family-monospace)',
    borderRadius: 'var(--mantine-radius-default)',
  },
  elements: { avatarBox: classes.avatar, userButtonAvatarBox: classes.avatar },
  // Our pages are the card: theirs would be one inside the other.
  signIn: { elements: { rootBox: classes.whole, cardBox: classes.bare, card: classes.bare } },
  signUp: { elements: { rootBox: classes.whole, cardBox: classes.bare, card: classes.bare } },
  userProfile: { elements: { rootBox: classes.whole, cardBox: classes.whole } },
}

let latest: object | undefined

/**
 * Clerk says who is signed in: null when no person is, undefined while that is changing. When the
 * server believes otherwise, what the page shows is asked again, or forgotten.
 */
async function takeClerksWord(userId: string | null | undefined): Promise<void> {
  const word = {}
  latest = word
  if (userId === undefined) {
    setClerkState({ name: 'ready', userId })
    return
  }
  // Asked with the cookie when the page came up, and answered by now or soon.
  const user = await queries.identity.current.ensureData().catch(() => undefined)
  if (latest !== word) return
  // Where the server did not answer, the page says so and offers to ask again.
  const isKnown = user === undefined || (user?.id ?? null) === userId
  if (!isKnown && userId === null) forgetEverything()
  if (!isKnown && userId !== null) void queryClient.resetQueries()
  setClerkState({ name: 'ready', userId })
}

/** As a server that uses Clerk's own words asks for a sign-in of the last ten minutes. */
const proofNeeded = {
  clerk_error: {
    type: 'forbidden',
    reason: 'reverification-error',
    metadata: { reverification: { level: 'first_factor', afterMinutes: 10 } },
  },
} as const

/** Opens Clerk's dialog; the answer is whether the person proved who they are. */
function useReverify(): () => Promise<boolean> {
  const clerk = useClerk()
  const wasAsked = useRef(false)
  // Clerk's hook calls again what came back with its words, once the person did as asked.
  const askOnce = useReverification(async () => {
    if (wasAsked.current) return true
    wasAsked.current = true
    return proofNeeded
  })
  return useMemo(
    () => async () => {
      wasAsked.current = false
      try {
        await askOnce()
        // The token at hand was made before.
        await clerk.session?.getToken({ skipCache: true })
        return true
      } catch (error) {
        if (error instanceof Error && isReverificationCancelledError(error)) return false
        throw error
      }
    },
    [askOnce, clerk],
  )
}
