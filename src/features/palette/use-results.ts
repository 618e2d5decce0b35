import { keepPreviousData } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { trpc } from '../../trpc.ts'

const SHORTEST = 2
const LIMIT = 5
const PAUSE_MS = 150

/** Payments and customers that match what is typed, once it is long enough to mean something. */
export function useResults(typed: string) {
  const wanted = typed.trim()
  const [settled] = useDebouncedValue(wanted, PAUSE_MS)
  const isWanted = wanted.length >= SHORTEST
  const input = { search: settled, limit: LIMIT }
  const options = {
    enabled: isWanted && settled.length >= SHORTEST,
    placeholderData: keepPreviousData,
  }
  const payments = trpc.transactions.list.useQuery(input, options)
  const customers = trpc.customers.list.useQuery(input, options)
  return {
    payments: isWanted ? (payments.data?.data ?? []) : [],
    customers: isWanted ? (customers.data?.data ?? []) : [],
    isStale: settled !== wanted || payments.isPlaceholderData || customers.isPlaceholderData,
    isSearching: isWanted && (settled !== wanted || payments.isFetching || customers.isFetching),
    isFailed: isWanted && (payments.isError || customers.isError),
  }
}
