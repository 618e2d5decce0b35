import { type ComponentType, useEffect, useState } from 'react'
import { noteClerkAbsent, retryClerk, setClerkState, useClerkAttempt } from './clerk-link.ts'

/** Loads Clerk into the page. Only rendering this loads its code, and the page never waits for it. */
export const ClerkHost = () => <Load key={useClerkAttempt()} />

/** Reports a failed script at once. Clerk's library retries for 15 s, too long for a visitor to see a spinner. */
function noticeFailure({ target }: Event) {
  const isClerks = target instanceof HTMLScriptElement && 'clerkPublishableKey' in target.dataset
  if (isClerks) noteClerkAbsent()
}

function Load() {
  const [Island, setIsland] = useState<ComponentType>()

  useEffect(() => {
    let isLeft = false
    // Clerk's script cannot load offline.
    if (!navigator.onLine) setClerkState({ name: 'failed' })
    import('./clerk-island.tsx').then(
      ({ ClerkIsland }) => isLeft || setIsland(() => ClerkIsland),
      () => isLeft || setClerkState({ name: 'failed' }),
    )
    window.addEventListener('online', retryClerk)
    window.addEventListener('error', noticeFailure, { capture: true })
    return () => {
      isLeft = true
      window.removeEventListener('error', noticeFailure, { capture: true })
      window.removeEventListener('online', retryClerk)
    }
  }, [])

  return Island && <Island />
}
