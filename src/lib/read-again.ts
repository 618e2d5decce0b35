import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads all shown queries again after a change. An unfinished first read may hold the state before the change, and
 * invalidation does not repeat it while it runs; so it is repeated once it has ended.
 */
export async function readAgain(client: QueryClient): Promise<void> {
  const firstReads = new Set(
    client
      .getQueryCache()
      .findAll({ fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined),
  )
  await client.invalidateQueries()
  if (firstReads.size === 0) return
  await client.invalidateQueries({ predicate: (query) => firstReads.has(query) })
}
