import { createRouter, type ErrorComponentProps, parseSearchWith } from '@tanstack/react-router'
import { RouteError } from './components/route-error.tsx'
import { SpinnerScreen } from './components/spinner-screen.tsx'
import { correctAddress } from './lib/canonical-path.ts'
import { UnknownPath } from './routes/-landing/lazy-unknown-path.tsx'
import { routeTree } from './routeTree.gen.ts'
import { queryClient } from './trpc.ts'

// Answers are kept for good, so what a page could not show would be shown to it again.
const forgetAnswers = () => queryClient.removeQueries({ type: 'inactive' })

function PageError(props: ErrorComponentProps) {
  return <RouteError {...props} onRetry={forgetAnswers} />
}

correctAddress()

/** An address typed by hand is read as it stands: 30.00 is not 30, and no digit of a long number is lost. */
const valueIn = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'number' && String(value) !== text ? text : value
}

export const router = createRouter({
  routeTree,
  parseSearch: parseSearchWith(valueIn),
  // As the header, the guard and the API read a path.
  caseSensitive: true,
  defaultPreload: 'intent',
  defaultPendingComponent: SpinnerScreen,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: UnknownPath,
  // Inside of a page's shell the header would name that page.
  notFoundMode: 'root',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }

  interface StaticDataRouteOption {
    /** Whether the page shows something also while it cannot be found out who looks at it. */
    opensOnFailure?: boolean
    /** False for pages that open before the onboarding. */
    needsMerchant?: boolean
    /** Whether the page shows nothing without a session; those that need a merchant always do. */
    needsSession?: boolean
    /** Whether visitors see the landing card here instead of being led to sign in. */
    hasLanding?: boolean
  }
}
