import { keepPreviousData } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import { trpc } from '../../../trpc.ts'

const MIN_LETTERS = 2
const MAX_SUGGESTIONS = 5
const TYPING_PAUSE_MS = 200

/** Customers whose name or e-mail has what is typed. A help only: when it fails there is none. */
export function useCustomerSuggestions(typed: string): Customer[] {
  const wanted = typed.trim()
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE_MS)
  const isEnough = (text: string) => text.length >= MIN_LETTERS
  const { data } = trpc.customers.list.useQuery(
    { search, limit: MAX_SUGGESTIONS, sort: 'name' },
    { enabled: isEnough(search), placeholderData: keepPreviousData },
  )
  return isEnough(wanted) ? (data?.data ?? []) : []
}
