import { useRef } from 'react'

type Attempt = { key: string; payload: string }

/**
 * Keeps the Idempotency-Key of a request without a response. Sending the same request again reuses the key,
 * so that the server runs it once.
 */
export function useAttempt() {
  const lastAttempt = useRef<Attempt>(undefined)
  return {
    /** Returns the kept key for the same input, otherwise a new key. */
    keyOf: (input: object): string => {
      const payload = JSON.stringify(input)
      const repeated =
        lastAttempt.current?.payload === payload ? lastAttempt.current.key : undefined
      const key = repeated ?? crypto.randomUUID()
      lastAttempt.current = { key, payload }
      return key
    },
    /** Forgets the key after a response, so that the next request gets a new one. */
    forgetKey: () => {
      lastAttempt.current = undefined
    },
  }
}

export type Attempts = ReturnType<typeof useAttempt>
