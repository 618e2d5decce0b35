import { createRouter } from '@tanstack/react-router'
import { NotFoundScreen } from './components/not-found-screen.tsx'
import { RouteError } from './components/route-error.tsx'
import { SpinnerScreen } from './components/spinner-screen.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: SpinnerScreen,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
