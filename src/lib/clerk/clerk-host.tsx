import { type ComponentType, useEffect, useState } from 'react'
import { markClerkUnavailable, retryClerk, setClerkState, useClerkAttempt } from './clerk-link.ts'

/**
 * Loads Clerk's script when it is rendered. The page does not wait for it, so that it also opens while Clerk
 * is down.
 */
export const ClerkHost = () => <ClerkLoader key={useClerkAttempt()} />

/**
 * Reports a failed script at once. Clerk's library retries for 15 s, too long for a visitor to see a spinner.
 */
function reportFailure({ target }: Event) {
  const isClerkScript =
    target instanceof HTMLScriptElement && 'clerkPublishableKey' in target.dataset
  if (isClerkScript) markClerkUnavailable()
}

function ClerkLoader() {
  const [Island, setIsland] = useState<ComponentType>()

  useEffect(() => {
    let isUnmounted = false
    // Clerk's script cannot load offline.
    if (!navigator.onLine) setClerkState({ name: 'failed' })
    import('./clerk-island.tsx').then(
      ({ ClerkIsland }) => isUnmounted || setIsland(() => ClerkIsland),
      () => isUnmounted || setClerkState({ name: 'failed' }),
    )
    window.addEventListener('online', retryClerk)
    window.addEventListener('error', reportFailure, { capture: true })
    return () => {
      isUnmounted = true
      window.removeEventListener('error', reportFailure, { capture: true })
      window.removeEventListener('online', retryClerk)
    }
  }, [])

  return Island && <Island />
}
