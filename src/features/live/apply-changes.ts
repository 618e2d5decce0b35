import type { QueryKey } from '@tanstack/react-query'
import type { LiveChange } from '#server/features/live/live.schema.ts'
import { queryClient } from '../../trpc.ts'

/** Which routers answer differently after a change. */
const affected: Record<LiveChange['type'], readonly string[] | 'all'> = {
  transaction: ['transactions', 'customers', 'dashboard', 'analytics', 'auditLog'],
  customer: ['customers', 'transactions', 'dashboard', 'analytics', 'auditLog'],
  merchant: 'all',
  team: ['team', 'auditLog'],
  integration: ['integrations', 'webhooks', 'auditLog'],
  webhook_event: ['webhooks', 'integrations', 'auditLog'],
}

/** tRPC's keys begin with the path, such as ['transactions', 'list']. */
function pathOf(key: QueryKey): string[] {
  const [path] = key
  return Array.isArray(path) ? path.map(String) : []
}

/** Who is signed in does not change with the merchant, and asking would cover the page if it failed. */
const isAffected = (path: string[], changes: LiveChange[]) =>
  path[0] !== undefined &&
  path[0] !== 'identity' &&
  changes.some(({ type }) => affected[type] === 'all' || affected[type].includes(path[0] ?? ''))

const isList = (path: string[]) => path.join('.') === 'transactions.list'

type Options = {
  /** Lists of payments stay as they are, marked as old, so that no row moves under the reader. */
  holdLists: boolean
}

/** Asks again for what is on show and may have changed; settles when the answers are here. */
export async function applyChanges(changes: LiveChange[], { holdLists }: Options): Promise<void> {
  const matches = (key: QueryKey, list: boolean) => {
    const path = pathOf(key)
    return isAffected(path, changes) && isList(path) === list
  }
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => matches(queryKey, false) }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => matches(queryKey, true),
      refetchType: holdLists ? 'none' : 'active',
    }),
  ])
}

/** The pages of payments, after "show". */
export const refreshLists = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => isList(pathOf(queryKey)) })

/** Everything on show, after the connection was away. */
export const refreshEverything = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => pathOf(queryKey)[0] !== 'identity' })
