import { lazy, Suspense } from 'react'
import { SpinnerScreen } from '#client/components/spinner-screen.tsx'

// Loaded lazily, because every visitor loads the sign-in page.
const Lazy = lazy(() =>
  import('./unknown-path.tsx').then((module) => ({ default: module.UnknownPath })),
)

// Has its own boundary, because the router's fallback is rendered outside the theme.
export const UnknownPath = () => (
  <Suspense fallback={<SpinnerScreen />}>
    <Lazy />
  </Suspense>
)
