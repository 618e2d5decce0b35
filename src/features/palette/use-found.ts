import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/trpc.ts'
import type { Entry } from './entry.ts'
import { type FoundRows, type SearchResults, useRowEntries } from './found-entries.ts'
import { readRecents } from './recents.ts'

const SHORTEST = 2
const LIMIT = 5
const PAUSE_MS = 150

type SearchState = { isSearching: boolean; isFailed: boolean }

/** Searches payments, refunds and customers, once the text is long enough. */
export function useFound(typed: string): SearchResults & SearchState {
  const wanted = typed.trim()
  const [settled] = useDebouncedValue(wanted, PAUSE_MS)
  const isWanted = wanted.length >= SHORTEST
  const input = { search: settled, limit: LIMIT }
  const options = {
    enabled: isWanted && settled.length >= SHORTEST,
    placeholderData: keepPreviousData,
  }
  const payments = trpc.transactions.rows.useQuery(input, options)
  const refunds = trpc.refunds.list.useQuery(input, options)
  const customers = trpc.customers.list.useQuery(input, options)
  const all = [payments, refunds, customers]
  return {
    search: settled,
    payments: rowsOf(isWanted ? payments.data : undefined),
    refunds: rowsOf(isWanted ? refunds.data : undefined),
    customers: rowsOf(isWanted ? customers.data : undefined),
    isStale: settled !== wanted || all.some(({ isPlaceholderData }) => isPlaceholderData),
    isSearching: isWanted && (settled !== wanted || all.some(({ isFetching }) => isFetching)),
    isFailed: isWanted && all.some(({ isError }) => isError),
  }
}

type SearchResponse<T> = { data: T[]; total: number; totalExact: boolean }

const rowsOf = <T>(response: SearchResponse<T> | undefined): FoundRows<T> => ({
  rows: response?.data ?? [],
  total: response?.total ?? 0,
  totalExact: response?.totalExact ?? true,
})

/** Returns the recently visited entries with their current data, without deleted ones. */
export function useRecentEntries(typed: string, timezone: string): Entry[] {
  const recents = typed.trim() === '' ? readRecents() : []
  const { ofPayment, ofCustomer } = useRowEntries(timezone)
  const payments = trpc.useQueries((procedures) =>
    recents
      .filter(({ kind }) => kind === 'payment')
      .map(({ id }) => procedures.transactions.get({ id })),
  )
  const customers = trpc.useQueries((procedures) =>
    recents
      .filter(({ kind }) => kind === 'customer')
      .map(({ id }) => procedures.customers.get({ id })),
  )
  return recents.flatMap(({ kind, id }) => {
    if (kind === 'customer') {
      const found = customers.find(({ data }) => data?.id === id)?.data
      return found ? [ofCustomer(found)] : []
    }
    const found = payments.find(({ data }) => data?.transactionId === id || data?.id === id)?.data
    return found ? [ofPayment(found)] : []
  })
}
