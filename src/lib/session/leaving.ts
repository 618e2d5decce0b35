import { useSyncExternalStore } from 'react'

let isLeaving = false
const listeners = new Set<() => void>()

function set(next: boolean) {
  isLeaving = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the session is being ended: then no page is shown, so that none asks anything any more. */
export const useIsLeaving = (): boolean => useSyncExternalStore(listen, () => isLeaving)

/** For what is asked outside of drawing. */
export const isLeavingNow = (): boolean => isLeaving

/** Takes the pages away while `work` ends the session; they come back if it did not. */
export async function whileLeaving<T>(work: () => Promise<T>): Promise<T> {
  set(true)
  try {
    return await work()
  } finally {
    set(false)
  }
}
