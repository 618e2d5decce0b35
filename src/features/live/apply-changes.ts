import type { QueryKey } from '@tanstack/react-query'
import { client, queryClient } from '#client/trpc.ts'
import type {
  Transaction,
  TransactionPage,
} from '#server/features/transactions/transactions.schema.ts'
import type { LiveChange } from '#server/shared/live-change.ts'

/** Which routers answer differently after a change. */
const affected: Record<LiveChange['type'], readonly string[] | 'all'> = {
  transaction: [
    'transactions',
    'refunds',
    'paymentLinks',
    'customers',
    'dashboard',
    'analytics',
    'auditLog',
  ],
  refund: ['refunds', 'transactions', 'customers', 'dashboard', 'analytics', 'auditLog'],
  payment_link: ['paymentLinks', 'auditLog'],
  customer: ['customers', 'transactions', 'refunds', 'dashboard', 'analytics', 'auditLog'],
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

/**
 * What changed on the rows of lists that are held: a row keeps its place, and still says what is true
 * of its payment. One that cannot be asked for stays as it is until the list is asked for again.
 */
async function refreshRows(changes: LiveChange[]): Promise<void> {
  const onShow = {
    type: 'active',
    predicate: ({ queryKey }: { queryKey: QueryKey }) => isList(pathOf(queryKey)),
  } as const
  const shown = queryClient
    .getQueriesData<TransactionPage>(onShow)
    .flatMap(([, page]) => page?.data.map(({ id }) => id) ?? [])
  const changed = new Set(
    changes
      .filter(({ type, action }) => type === 'transaction' && action === 'changed')
      .map(({ objectId }) => objectId),
  )
  const ids = [...new Set(shown)].filter((id) => changed.has(id))
  const answers = await Promise.allSettled(ids.map((id) => client.transactions.get.query({ id })))
  const rows = new Map<string, Transaction>()
  for (const answer of answers) {
    if (answer.status !== 'fulfilled') continue
    const { events: _, ...row } = answer.value
    rows.set(row.id, row)
  }
  if (rows.size === 0) return
  queryClient.setQueriesData<TransactionPage>(
    onShow,
    (page) => page && { ...page, data: page.data.map((row) => rows.get(row.id) ?? row) },
  )
}

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
  if (holdLists) await refreshRows(changes)
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
