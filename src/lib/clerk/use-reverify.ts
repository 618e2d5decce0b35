import { useClerk, useReverification } from '@clerk/react'
import { isReverificationCancelledError } from '@clerk/react/errors'
import { useMemo, useRef } from 'react'

/** As a server that uses Clerk's own words asks for a sign-in of the last ten minutes. */
const proofNeeded = {
  clerk_error: {
    type: 'forbidden',
    reason: 'reverification-error',
    metadata: { reverification: { level: 'first_factor', afterMinutes: 10 } },
  },
} as const

/** Opens Clerk's dialog; the answer is whether the person proved who they are. */
export function useReverify(): () => Promise<boolean> {
  const clerk = useClerk()
  const wasAsked = useRef(false)
  // Clerk's hook calls again what came back with its words, once the person did as asked.
  const askOnce = useReverification(async () => {
    if (wasAsked.current) return true
    wasAsked.current = true
    return proofNeeded
  })
  return useMemo(
    () => async () => {
      wasAsked.current = false
      try {
        await askOnce()
        // The token at hand was made before.
        await clerk.session?.getToken({ skipCache: true })
        return true
      } catch (error) {
        if (error instanceof Error && isReverificationCancelledError(error)) return false
        throw error
      }
    },
    [askOnce, clerk],
  )
}
