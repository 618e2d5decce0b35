import { z } from 'zod'
import { queries } from '#client/trpc.ts'
import { statusClasses } from '#server/features/request-log/status-classes.schema.ts'
import { EventStatus } from '#server/features/webhooks/event-status.schema.ts'
import type { ListWebhookEvents } from '#server/features/webhooks/webhooks.schema.ts'
import { EventType } from '#server/services/outbox/event-type.schema.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'

export const tabs = ['overview', 'keys', 'events', 'requests'] as const
export const Tab = z.enum(tabs)
export type Tab = z.infer<typeof Tab>

export const ROWS_PER_PAGE = 20
const RECENT_EVENTS = 5

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const lastReachablePage = MAX_PAGED_ROWS / ROWS_PER_PAGE

export const integrationDefaults = { tab: 'overview', page: 1 } as const

// Accepts unquoted values: a URL typed by hand may contain 42 where the page writes "42".
const typed = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const text = (max: number) => typed.pipe(z.string().trim().min(1).max(max))

/** The page's state in the URL. Invalid values are dropped silently. */
export const IntegrationSearch = z.object({
  tab: Tab.default(integrationDefaults.tab).catch(integrationDefaults.tab),
  page: z.int().min(1).max(lastReachablePage).default(1).catch(1),
  /** The event that is open next to the page. */
  event: text(64).optional().catch(undefined),
  /** Id of the endpoint whose events are listed; by default the integration's own endpoint. */
  endpoint: text(64).optional().catch(undefined),
  status: EventStatus.optional().catch(undefined),
  type: EventType.optional().catch(undefined),
  method: z.enum(methods).optional().catch(undefined),
  answer: z.enum(statusClasses).optional().catch(undefined),
  path: text(200).optional().catch(undefined),
  key: text(40).optional().catch(undefined),
})
export type IntegrationSearch = z.infer<typeof IntegrationSearch>

/** Returns true for an integration's id, which is also the id of its own endpoint. */
export const isOfIntegration = (id: string): boolean => id.startsWith('int_')

/** Returns the endpoint id in an event's id; undefined for events of the integration's own endpoint. */
export const endpointOfEvent = (eventId: string): string | undefined => eventId.split('-')[1]

export type EventFilter = Pick<IntegrationSearch, 'status' | 'type'>
export type RequestFilter = Pick<IntegrationSearch, 'method' | 'answer' | 'path' | 'key'>

export const recentInput: Partial<ListWebhookEvents> = { limit: RECENT_EVENTS }

export const prefetchIntegration = () => {
  void queries.integrations.list.prefetch()
  void queries.team.role.prefetch()
  void queries.webhooks.list.prefetch(recentInput)
}
