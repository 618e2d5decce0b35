import { lazy, Suspense } from 'react'
import type { ClerkFormProps } from './clerk-form-body.tsx'

// Loaded lazily: pages under the embedded provider never need it.
const ClerkFormBody = lazy(() =>
  import('./clerk-form-body.tsx').then((module) => ({ default: module.ClerkFormBody })),
)

export const ClerkForm = (props: ClerkFormProps) => (
  <Suspense>
    <ClerkFormBody {...props} />
  </Suspense>
)
