import { type ComponentType, useEffect, useState } from 'react'
import { noteClerkAbsent, retryClerk, setClerkState, useClerkAttempt } from './clerk-link.ts'

/** Clerk in the page. Nothing of it is loaded unless this is rendered, and the page never waits for it. */
export const ClerkHost = () => <Load key={useClerkAttempt()} />

/** Clerk's library goes on trying for 15 s; the visitor need not look at a spinner for that long. */
function noticeFailure({ target }: Event) {
  const isClerks = target instanceof HTMLScriptElement && 'clerkPublishableKey' in target.dataset
  if (isClerks) noteClerkAbsent()
}

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
    window.addEventListener('error', noticeFailure, { capture: true })
    return () => {
      isLeft = true
      window.removeEventListener('error', noticeFailure, { capture: true })
      window.removeEventListener('online', retryClerk)
    }
  }, [])

  return Island && <Island />
}
