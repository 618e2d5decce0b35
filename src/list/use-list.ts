import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ListChange } from './list.ts'
import type { ListState } from './list-search.ts'

/** Returns a change that clears all filters in a list's URL. */
export const noFilter = <Search>(keys: readonly (keyof Search)[]): Partial<Search> =>
  Object.fromEntries(keys.map((key) => [key, undefined])) as Partial<Search>

/** Returns true when at least one of the filters is set in a list's URL. */
export const isNarrowed = <Search>(search: Search, keys: readonly (keyof Search)[]): boolean =>
  keys.some((key) => search[key] !== undefined)

type Options = {
  /** The list's path, which a change after leaving the list opens again. */
  to: NonNullable<LinkProps['to']>
  /** True where another page opens at its top. */
  scrollsToPage?: boolean
}

/**
 * Returns a function that changes values in a list's URL. Another filter or order starts at the first page
 * again. It stays the same function, so that parts of the list that get it need not render again.
 */
export function useListChange<Search extends Pick<ListState, 'page' | 'search'>>(
  search: Search,
  { to, scrollsToPage = false }: Options,
): ListChange<Search> {
  const navigate = useNavigate({ from: to as '/refunds' })
  const isSearched = search.search !== undefined
  return useCallback<ListChange<Search>>(
    (changed) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, page: 1, ...changed }) as never,
        resetScroll: scrollsToPage && 'page' in changed,
        // Back leaves the search instead of undoing each pause in typing, and restores a cleared search.
        replace: changed.search !== undefined && isSearched,
      }),
    [navigate, scrollsToPage, isSearched],
  )
}
