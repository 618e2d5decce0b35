import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/trpc.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'

const MIN_LETTERS = 2
const MAX_SUGGESTIONS = 5
const TYPING_PAUSE_MS = 200

/** Returns true when the text has the two characters that suggestions need. */
export const isEnoughTyped = (text: string): boolean => text.trim().length >= MIN_LETTERS

/** Returns customers whose name or e-mail address contains the typed text; none when the request fails. */
export function useCustomerSuggestions(typed: string): {
  suggestions: Customer[]
  /** True when the suggestions match the current text. */
  isSettled: boolean
  /** True when the request for the current text has failed. */
  isFailed: boolean
} {
  const trimmed = typed.trim()
  const [search] = useDebouncedValue(trimmed, TYPING_PAUSE_MS)
  const { data, isPlaceholderData, isError } = trpc.customers.list.useQuery(
    { search, limit: MAX_SUGGESTIONS, sort: 'name' },
    { enabled: isEnoughTyped(search), placeholderData: keepPreviousData },
  )
  return {
    suggestions: isEnoughTyped(trimmed) ? (data?.data ?? []) : [],
    isSettled: search === trimmed && data !== undefined && !isPlaceholderData,
    isFailed: search === trimmed && isError,
  }
}
