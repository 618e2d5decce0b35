import { useEffect, useState } from 'react'

/** Returns false until `delayMs` after the component mounted. */
export function useAfter(delayMs: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return passed
}
