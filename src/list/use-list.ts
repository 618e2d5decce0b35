import { type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ListChange } from './list.ts'
import type { ListState } from './list-search.ts'

/** Filters of a list's address, all of them taken away. */
export const noFilter = <Search>(keys: readonly (keyof Search)[]): Partial<Search> =>
  Object.fromEntries(keys.map((key) => [key, undefined])) as Partial<Search>

export const isNarrowed = <Search>(search: Search, keys: readonly (keyof Search)[]): boolean =>
  keys.some((key) => search[key] !== undefined)

type Options = {
  /** The address of the list, which an answer that comes late leads back to. */
  to: NonNullable<LinkProps['to']>
  /** True where another page is shown from its top. */
  scrollsToPage?: boolean
}

/** Changes the address of a list that is shown. Another filter or order begins at the first page again. */
export function useListChange<Search extends Pick<ListState, 'page' | 'search'>>(
  search: Search,
  { to, scrollsToPage = false }: Options,
): ListChange<Search> {
  const navigate = useNavigate({ from: to as '/refunds' })
  return (changed) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, page: 1, ...changed }) as never,
      resetScroll: scrollsToPage && 'page' in changed,
      // One step back leaves the search, not each pause in typing, and brings back one that was cleared.
      replace: changed.search !== undefined && search.search !== undefined,
    })
}
