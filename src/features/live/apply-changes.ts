import type { QueryKey } from '@tanstack/react-query'
import { client, queryClient } from '#client/trpc.ts'
import type { ListedPayment } from '#server/features/transactions/transactions.schema.ts'
import type { LiveChange } from '#server/shared/live-change.ts'

/** The tRPC routers whose responses change after each kind of change. */
const affectedRouters: Record<LiveChange['type'], readonly string[] | 'all'> = {
  transaction: [
    'transactions',
    'refunds',
    'receipts',
    'paymentLinks',
    'customers',
    'dashboard',
    'analytics',
    'takings',
    'months',
    'auditLog',
  ],
  refund: [
    'refunds',
    'receipts',
    'transactions',
    'customers',
    'dashboard',
    'analytics',
    'takings',
    'months',
    'auditLog',
  ],
  balance: ['balance', 'balanceEntries', 'payouts', 'months'],
  payout: ['balance', 'balanceEntries', 'payouts', 'months', 'auditLog'],
  month: ['months', 'notices', 'auditLog'],
  dispute: ['disputes', 'refunds', 'transactions', 'dashboard', 'takings', 'months', 'auditLog'],
  payment_link: ['paymentLinks', 'auditLog'],
  webhook_endpoint: ['webhookEndpoints', 'webhooks', 'auditLog'],
  customer: [
    'customers',
    'transactions',
    'refunds',
    'receipts',
    'dashboard',
    'analytics',
    'auditLog',
  ],
  merchant: 'all',
  team: ['team', 'auditLog'],
  integration: ['integrations', 'webhooks', 'auditLog'],
  webhook_event: ['webhooks', 'integrations', 'auditLog'],
  notice: ['notices'],
}

type ListedPaymentPage = { data: ListedPayment[] }

/** Returns the path at the start of a tRPC query key, such as ['transactions', 'list']. */
function pathOf(key: QueryKey): string[] {
  const [path] = key
  return Array.isArray(path) ? path.map(String) : []
}

/**
 * Returns true for the path of a query that the changes may affect. Excludes identity: it does not depend on the
 * merchant, and a failed refetch would cover the page with an error.
 */
const isAffected = (path: string[], changes: LiveChange[]) =>
  path[0] !== undefined &&
  path[0] !== 'identity' &&
  changes.some(
    ({ type }) => affectedRouters[type] === 'all' || affectedRouters[type].includes(path[0] ?? ''),
  )

/** True for the path of the query behind lists of payments. */
const isPaymentList = (path: string[]) => path.join('.') === 'transactions.rows'

/**
 * Updates the changed rows of frozen lists: each keeps its position but shows the payment's true state. A row
 * whose request fails stays as it is until the list is reloaded.
 */
async function refreshRows(changes: LiveChange[]): Promise<void> {
  const visiblePaymentLists = {
    type: 'active',
    predicate: ({ queryKey }: { queryKey: QueryKey }) => isPaymentList(pathOf(queryKey)),
  } as const
  const visibleIds = queryClient
    .getQueriesData<ListedPaymentPage>(visiblePaymentLists)
    .flatMap(([, page]) => page?.data.map(({ id }) => id) ?? [])
  const changedIds = new Set(
    changes
      .filter(({ type, action }) => type === 'transaction' && action === 'changed')
      .map(({ objectId }) => objectId),
  )
  const ids = [...new Set(visibleIds)].filter((id) => changedIds.has(id))
  const responses = await Promise.allSettled(ids.map((id) => client.transactions.row.query({ id })))
  const rows = new Map<string, ListedPayment>()
  for (const response of responses) {
    if (response.status === 'fulfilled') rows.set(response.value.id, response.value)
  }
  if (rows.size === 0) return
  queryClient.setQueriesData<ListedPaymentPage>(
    visiblePaymentLists,
    (page) => page && { ...page, data: page.data.map((row) => rows.get(row.id) ?? row) },
  )
}

type Options = {
  /**
   * Freezes lists of payments: marks them as stale without reloading, so that no row moves under the reader.
   */
  holdLists: boolean
}

/** Refetches the visible queries that the changes may affect; resolves when the responses have arrived. */
export async function applyChanges(changes: LiveChange[], { holdLists }: Options): Promise<void> {
  const isAffectedQuery = (key: QueryKey, { isList }: { isList: boolean }) => {
    const path = pathOf(key)
    return isAffected(path, changes) && isPaymentList(path) === isList
  }
  if (holdLists) await refreshRows(changes)
  await Promise.all([
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isAffectedQuery(queryKey, { isList: false }),
    }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isAffectedQuery(queryKey, { isList: true }),
      refetchType: holdLists ? 'none' : 'active',
    }),
  ])
}

/** Reloads the lists of payments, after a click on "show". */
export const refreshLists = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => isPaymentList(pathOf(queryKey)) })

/** Reloads everything on the page after a lost connection. */
export const refreshAllQueries = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => pathOf(queryKey)[0] !== 'identity' })
