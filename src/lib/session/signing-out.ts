import { useSyncExternalStore } from 'react'

let isInProgress = false
const listeners = new Set<() => void>()

function set(next: boolean) {
  isInProgress = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns true while the session is being ended: no page is shown then, so that none sends requests. */
export const useIsSigningOut = (): boolean => useSyncExternalStore(listen, () => isInProgress)

/** Returns the value of `useIsSigningOut` outside of rendering. */
export const isSigningOut = (): boolean => isInProgress

/** Hides the pages while `work` ends the session, and shows them again if that failed. */
export async function runSignOut<T>(work: () => Promise<T>): Promise<T> {
  set(true)
  try {
    return await work()
  } finally {
    set(false)
  }
}
