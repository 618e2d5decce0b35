import { useLocation } from '@tanstack/react-router'
import { createContext, type RefObject, useContext, useMemo } from 'react'
import { TransactionSearch } from './transaction-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that a payment's page was opened from. */
    paymentList?: unknown
  }
}

/**
 * The list around a row. It is a reference, because rows read it only once they are followed: another
 * page or order of the list must not draw all of its rows again.
 */
export const ListPlaceContext = createContext<RefObject<TransactionSearch> | undefined>(undefined)

/** What the entry in the browser's history of a payment's page remembers; it survives a reload. */
export const comingFrom = (list: TransactionSearch) => ({ paymentList: list })

/** The `state` of a link to a payment. Outside of a list there is nothing to come back to. */
export function useListState() {
  const list = useContext(ListPlaceContext)
  return () => (list ? comingFrom(list.current) : {})
}

/** The list that this page was opened from, as far as it was from one. */
export function useOriginList(): TransactionSearch | undefined {
  const stored = useLocation({ select: ({ state }) => state.paymentList })
  return useMemo(() => {
    const { success, data } = TransactionSearch.safeParse(stored)
    return success ? data : undefined
  }, [stored])
}
