import { createContext, useContext } from 'react'

type Live = {
  state: LiveState
  /** Payments that arrived while a list was frozen. */
  newPayments: number
  /** Freezes lists of payments until the returned function is called. */
  holdLists: () => () => void
  /** Reloads the frozen lists. */
  showNewPayments: () => void
}

export const LiveContext = createContext<Live | undefined>(undefined)

export function useLive(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive is for pages inside LiveProvider')
  return live
}

/** The stream's connection. `connecting` is only the first attempt, when no change can have been missed yet. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'
