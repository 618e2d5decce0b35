import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Returns true while the browser has a network; without one, changes wait. */
export const useOnline = (): boolean =>
  useSyncExternalStore(subscribe, () => window.navigator.onLine)
