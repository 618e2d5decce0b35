import { useEffect, useState } from 'react'

const now = (): string => new Date().toISOString()

/** The present instant, as new as `everyMs`. */
export function useNow(everyMs: number): string {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return at
}
