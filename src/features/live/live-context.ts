import { createContext, useContext } from 'react'

type Live = {
  state: LiveState
  /** The number of payments that arrived while a list was frozen. */
  newPayments: number
  /** Freezes lists of payments until the returned function is called. */
  holdLists: () => () => void
  /** Reloads the frozen lists. */
  showNewPayments: () => void
}

export const LiveContext = createContext<Live | undefined>(undefined)

/** Returns the state of the live updates. Throws outside `LiveProvider`. */
export function useLive(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive is for pages inside LiveProvider')
  return live
}

/**
 * The state of the connection for live updates. `connecting` is only the first attempt, when no change can
 * have been missed yet.
 */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'
