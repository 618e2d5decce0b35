import { lazy, Suspense } from 'react'
import { SpinnerScreen } from '#client/components/spinner-screen.tsx'

// The sign-in page, which every visitor loads, must not carry it.
const Lazy = lazy(() =>
  import('./unknown-path.tsx').then((module) => ({ default: module.UnknownPath })),
)

// Its own boundary: the router's lies outside the theme.
export const UnknownPath = () => (
  <Suspense fallback={<SpinnerScreen />}>
    <Lazy />
  </Suspense>
)
