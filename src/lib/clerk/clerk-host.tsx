import { type ComponentType, useEffect, useState } from 'react'
import { retryClerk, setClerkState, useClerkAttempt } from './clerk-link.ts'

/** Clerk in the page. Nothing of it is loaded unless this is rendered, and the page never waits for it. */
export const ClerkHost = () => <Load key={useClerkAttempt()} />

function Load() {
  const [Island, setIsland] = useState<ComponentType>()

  useEffect(() => {
    let isLeft = false
    // Its script would be waited for in vain.
    if (!navigator.onLine) setClerkState({ name: 'failed' })
    import('./clerk-island.tsx').then(
      ({ ClerkIsland }) => isLeft || setIsland(() => ClerkIsland),
      () => isLeft || setClerkState({ name: 'failed' }),
    )
    window.addEventListener('online', retryClerk)
    return () => {
      isLeft = true
      window.removeEventListener('online', retryClerk)
    }
  }, [])

  return Island && <Island />
}
