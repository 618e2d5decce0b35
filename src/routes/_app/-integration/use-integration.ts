import { useNavigate } from '@tanstack/react-router'
import { common } from '#client/texts/en/common.ts'
import { trpc } from '#client/trpc.ts'
import type { Integration } from '#server/features/integrations/integrations.schema.ts'
import type { ListRequestLog } from '#server/features/request-log/request-log.schema.ts'
import type { ListWebhookEvents } from '#server/features/webhooks/webhooks.schema.ts'
import {
  type EventFilter,
  type IntegrationSearch,
  lastReachablePage,
  type RequestFilter,
  ROWS_PER_PAGE,
} from './integration-search.ts'

/** Returns the product's own integration by name, else the first one. */
export const ownIntegration = (list: readonly Integration[]): Integration | undefined =>
  list.find(({ name }) => name === common.product) ?? list[0]

/**
 * Returns true for an owner, false for staff, and undefined until known. Decides only what the page offers,
 * since the server enforces permissions itself.
 */
export function useIsOwner(): boolean | undefined {
  const { data } = trpc.team.role.useQuery()
  return data ? data.role === 'owner' : undefined
}

/**
 * Returns the state of a webhook endpoint, by default that of the integration: 'none' without a URL, 'disabled'
 * when events are no longer sent; undefined until known.
 */
export function useEndpoint(
  endpointId?: string | undefined,
): 'ready' | 'none' | 'disabled' | undefined {
  const { data } = trpc.integrations.list.useQuery()
  const isOther = endpointId !== undefined
  const others = trpc.webhookEndpoints.list.useQuery(undefined, { enabled: isOther })
  if (isOther) {
    if (others.data === undefined) return undefined
    const endpoint = others.data?.data.find(({ id }) => id === endpointId)
    if (!endpoint) return 'none'
    return endpoint.status === 'enabled' ? 'ready' : 'disabled'
  }
  if (data === undefined) return undefined
  const record = ownIntegration(data ?? [])
  if (!record?.webhookUrl) return 'none'
  return record.disabledAt === null ? 'ready' : 'disabled'
}

/** The URL values of the events without any filter. */
export const noEventFilter: EventFilter = { status: undefined, type: undefined }
/** The URL values of the requests without any filter. */
export const noRequestFilter: RequestFilter = {
  method: undefined,
  answer: undefined,
  path: undefined,
  key: undefined,
}

/** Returns true when at least one filter is set. */
export const isNarrowed = (filter: EventFilter | RequestFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** Returns the number of pages for `total` rows, within the server's limit for paging. */
export const pageCountOf = (total: number): number =>
  Math.min(Math.ceil(total / ROWS_PER_PAGE), lastReachablePage)

export const eventsInput = ({
  endpoint,
  status,
  type,
  page,
}: EventFilter & {
  endpoint?: string | undefined
  page: number
}): Partial<ListWebhookEvents> => ({
  endpointId: endpoint,
  status,
  eventType: type,
  page,
  limit: ROWS_PER_PAGE,
})

export const requestsInput = ({
  method,
  answer: response,
  path,
  key,
  page,
}: RequestFilter & { page: number }): Partial<ListRequestLog> => ({
  method,
  status: response,
  path,
  keyPrefix: key,
  page,
  limit: ROWS_PER_PAGE,
})

type Options = { replace?: boolean }

/** Changes the search of the current path, because the page has two paths. */
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
