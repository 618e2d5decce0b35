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
import { queries, queryClient, removePersonData } from '#client/trpc.ts'
import { config } from '../config.ts'
import classes from './clerk.module.css'
import { connectClerk, setClerkState } from './clerk-link.ts'
import { type SlotContent, useSlots } from './clerk-slots.tsx'

/** The only component that uses Clerk's library. It renders into the slots of the page. */
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

/** Returns the path of a URL of Incasso's origin; Clerk itself navigates to other origins. */
function pathOf(to: string): string {
  const { pathname, search, hash } = new URL(to, window.location.href)
  return `${pathname}${search}${hash}`
}

function Failed() {
  useEffect(() => setClerkState({ name: 'failed' }), [])
  return null
}

/** Connects the page to Clerk, and follows who is signed in. */
function Connected() {
  const clerk = useClerk()
  const reverify = useReverify()

  useEffect(() => {
    connectClerk({
      getToken: async () => (await clerk.session?.getToken()) ?? null,
      signOut: () => clerk.signOut({ redirectUrl: '/sign-in' }),
      reverify,
    })
    const handleSession = ({ session }: Partial<Pick<typeof clerk, 'session'>>) => {
      // A session that still lacks a step, such as a second factor, does not count as signed in.
      const isActive = session?.status === 'active'
      void applyClerkUser(isActive ? session.user.id : session === undefined ? undefined : null)
    }
    handleSession(clerk)
    const stop = clerk.addListener(handleSession, { skipInitialEmit: true })
    return () => {
      stop()
      connectClerk(undefined)
    }
  }, [clerk, reverify])

  return null
}

const Slots = () =>
  useSlots().map(({ id, node, content }) =>
    createPortal(<ClerkComponent content={content} />, node, String(id)),
  )

// Clerk keeps its steps in the URL's hash, so that each page stays one route.
function ClerkComponent({ content }: { content: SlotContent }) {
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

/** Clerk's components in the colours of Incasso's theme, which follow the colour scheme. */
const appearance: NonNullable<ClerkProviderProps['appearance']> = {
  // A cascade layer below Incasso's styles, so that they override Clerk's.
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
  // Clerk's card is removed, because Incasso's pages already are a card.
  signIn: { elements: { rootBox: classes.whole, cardBox: classes.bare, card: classes.bare } },
  signUp: { elements: { rootBox: classes.whole, cardBox: classes.bare, card: classes.bare } },
  userProfile: { elements: { rootBox: classes.whole, cardBox: classes.whole } },
}

let latestCall: object | undefined

/**
 * Applies Clerk's user: null when no person is signed in, undefined while that is changing. When the server
 * disagrees, the page's data is refetched or removed.
 */
async function applyClerkUser(userId: string | null | undefined): Promise<void> {
  const thisCall = {}
  latestCall = thisCall
  if (userId === undefined) {
    setClerkState({ name: 'ready', userId })
    return
  }
  // The page requested this person with the cookie when it loaded, so the call resolves soon.
  const user = await queries.identity.current.ensureData().catch(() => undefined)
  if (latestCall !== thisCall) return
  // When the server does not respond, the page itself reports it and offers a retry.
  const isSameUser = user === undefined || (user?.id ?? null) === userId
  if (!isSameUser && userId === null) removePersonData()
  if (!isSameUser && userId !== null) void queryClient.resetQueries()
  setClerkState({ name: 'ready', userId })
}

/**
 * The response by which a server that follows Clerk's convention requires a sign-in of the last ten minutes.
 */
const proofNeeded = {
  clerk_error: {
    type: 'forbidden',
    reason: 'reverification-error',
    metadata: { reverification: { level: 'first_factor', afterMinutes: 10 } },
  },
} as const

/**
 * Returns a function that opens Clerk's dialog and resolves to true when the person confirmed their identity.
 */
function useReverify(): () => Promise<boolean> {
  const clerk = useClerk()
  const wasRequested = useRef(false)
  // Clerk's hook repeats a call that returned `proofNeeded`, once the person has confirmed.
  const requireProofOnce = useReverification(async () => {
    if (wasRequested.current) return true
    wasRequested.current = true
    return proofNeeded
  })
  return useMemo(
    () => async () => {
      wasRequested.current = false
      try {
        await requireProofOnce()
        // The cached token predates the confirmation.
        await clerk.session?.getToken({ skipCache: true })
        return true
      } catch (error) {
        if (error instanceof Error && isReverificationCancelledError(error)) return false
        throw error
      }
    },
    [requireProofOnce, clerk],
  )
}
