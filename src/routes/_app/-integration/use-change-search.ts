import { useNavigate } from '@tanstack/react-router'
import type { IntegrationSearch } from './integration-search.ts'

type Options = { replace?: boolean }

/** The page has two addresses: changes stay at the one that is open. */
export function useChangeSearch() {
  const navigate = useNavigate()
  return (changed: Partial<IntegrationSearch>, { replace = false }: Options = {}) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changed }),
      resetScroll: false,
      replace,
    })
}
