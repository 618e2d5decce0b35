import { createRouter } from '@tanstack/react-router'
import { RouteError } from './components/route-error.tsx'
import { SpinnerScreen } from './components/spinner-screen.tsx'
import { UnknownPath } from './routes/-landing/lazy-unknown-path.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: SpinnerScreen,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: UnknownPath,
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
    /** Whether visitors see the landing card here instead of being led to sign in. */
    hasLanding?: boolean
  }
}
