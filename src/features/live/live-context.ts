import { createContext, useContext } from 'react'

type Live = {
  state: LiveState
  /** Payments that came in while a list was held. */
  newPayments: number
  /** Keeps lists of payments as they are until the answer is called. */
  holdLists: () => () => void
  /** Asks for the held lists again. */
  showNewPayments: () => void
}

export const LiveContext = createContext<Live | undefined>(undefined)

export function useLive(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive is for pages inside LiveProvider')
  return live
}

/** `connecting` is the first time only, when nothing can have been missed yet. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'
