import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/trpc.ts'
import type { Entry } from './entry.ts'
import { type FoundRows, type SearchResults, useRowEntries } from './found-entries.ts'
import { readRecents } from './recents.ts'

const MIN_LETTERS = 2
const LIMIT = 5
const TYPING_PAUSE_MS = 150

type SearchState = { isSearching: boolean; isFailed: boolean }

/** Searches payments, refunds and customers, once the text is long enough. */
export function useFound(typed: string): SearchResults & SearchState {
  const trimmed = typed.trim()
  const [settled] = useDebouncedValue(trimmed, TYPING_PAUSE_MS)
  const isLongEnough = trimmed.length >= MIN_LETTERS
  const input = { search: settled, limit: LIMIT }
  const options = {
    enabled: isLongEnough && settled.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
  }
  const payments = trpc.transactions.rows.useQuery(input, options)
  const refunds = trpc.refunds.list.useQuery(input, options)
  const customers = trpc.customers.list.useQuery(input, options)
  const all = [payments, refunds, customers]
  return {
    search: settled,
    payments: rowsOf(isLongEnough ? payments.data : undefined),
    refunds: rowsOf(isLongEnough ? refunds.data : undefined),
    customers: rowsOf(isLongEnough ? customers.data : undefined),
    isStale: settled !== trimmed || all.some(({ isPlaceholderData }) => isPlaceholderData),
    isSearching: isLongEnough && (settled !== trimmed || all.some(({ isFetching }) => isFetching)),
    isFailed: isLongEnough && all.some(({ isError }) => isError),
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
