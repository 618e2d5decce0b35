import { createRouter, type ErrorComponentProps, parseSearchWith } from '@tanstack/react-router'
import { RouteError } from './components/route-error.tsx'
import { SpinnerScreen } from './components/spinner-screen.tsx'
import { correctUrl } from './lib/canonical-path.ts'
import { UnknownPath } from './routes/-landing/lazy-unknown-path.tsx'
import { routeTree } from './routeTree.gen.ts'
import { queryClient } from './trpc.ts'

// Cached data never becomes stale, so a page that failed to render it would fail again.
const removeCachedQueries = () => queryClient.removeQueries({ type: 'inactive' })

function PageError(props: ErrorComponentProps) {
  return <RouteError {...props} onRetry={removeCachedQueries} />
}

correctUrl()

/**
 * Keeps a number of a URL as text when parsing would change it: 30.00 is not 30, and no digit of a long
 * number is lost.
 */
const valueIn = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'number' && String(value) !== text ? text : value
}

export const router = createRouter({
  routeTree,
  parseSearch: parseSearchWith(valueIn),
  // Paths are case-sensitive, as in the header, the guard and the API.
  caseSensitive: true,
  defaultPreload: 'intent',
  defaultPendingComponent: SpinnerScreen,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: UnknownPath,
  // Renders an unknown path at the root: inside a page's frame, the header would show the name of that page.
  notFoundMode: 'root',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }

  interface StaticDataRouteOption {
    /** True when the page shows something even if the server cannot say who is signed in. */
    opensOnFailure?: boolean
    /** False for pages that open before the onboarding. */
    needsMerchant?: boolean
    /** True when the page shows nothing without a session; pages that need a merchant always do. */
    needsSession?: boolean
    /** True when visitors see the landing card here instead of being sent to sign in. */
    hasLanding?: boolean
  }
}
