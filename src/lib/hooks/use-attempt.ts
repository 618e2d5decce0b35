import { useRef } from 'react'

type Attempt = { key: string; payload: string }

/** Keeps the Idempotency-Key of an unanswered request: sending it again has the same key, so that it runs once. */
export function useAttempt() {
  const open = useRef<Attempt>(undefined)
  return {
    keyOf: (input: object): string => {
      const payload = JSON.stringify(input)
      const repeated = open.current?.payload === payload ? open.current.key : undefined
      const key = repeated ?? crypto.randomUUID()
      open.current = { key, payload }
      return key
    },
    isAnswered: () => {
      open.current = undefined
    },
  }
}

export type Attempts = ReturnType<typeof useAttempt>
