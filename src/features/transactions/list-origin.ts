import { useLocation } from '@tanstack/react-router'
import { createContext, type RefObject, useContext, useMemo } from 'react'
import { TransactionSearch } from './transaction-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list from which the payment's page was opened. */
    paymentList?: unknown
  }
}

/**
 * The URL state of the list that contains a row. A ref, because rows read it only when followed: another page
 * or order must not render all rows again.
 */
export const ListSearchContext = createContext<RefObject<TransactionSearch> | undefined>(undefined)

/** Returns the history state of a payment's page; it survives a reload. */
export const historyStateOf = (list: TransactionSearch) => ({ paymentList: list })

/**
 * Returns a function that builds the history state for a link to a payment. The state is empty outside of a
 * list.
 */
export function useListState() {
  const list = useContext(ListSearchContext)
  return () => (list ? historyStateOf(list.current) : {})
}

/** Returns the list from which this page was opened; undefined when it was opened otherwise. */
export function useOriginList(): TransactionSearch | undefined {
  const stored = useLocation({ select: ({ state }) => state.paymentList })
  return useMemo(() => {
    const { success, data } = TransactionSearch.safeParse(stored)
    return success ? data : undefined
  }, [stored])
}
