import { type FormBody, textsIn } from './form-body.ts'
import type { StandInContext } from './payment-intents.ts'
import { listPage, type Route, readOneRoute, readRoute, writeRoute } from './route.ts'
import { missing } from './stripe-refusal.ts'
import { createEndpoint, deleteEndpoint } from './webhook-endpoints.ts'

/** Older events are no longer listed. */
const LISTED_FOR_MS = 30 * 86_400_000

function listEvents({ account, nowMs }: StandInContext, { types, ...body }: FormBody): object {
  const wantedTypes = textsIn(types === undefined ? {} : { types }, 'types')
  const events = account.events.filter(
    ({ type, created }) =>
      created * 1000 > nowMs - LISTED_FOR_MS &&
      (wantedTypes.length === 0 || wantedTypes.includes(type)),
  )
  return listPage(events, body, { url: '/v1/events', by: { type: ({ type }) => type } })
}

export const eventRoutes: readonly Route[] = [
  readRoute('/v1/events', 'events', (context, { body }) => listEvents(context, body)),
  readOneRoute('/v1/events/:id', 'events', ({ account }, id) => {
    const event = account.events.find((each) => each.id === id)
    if (!event) throw missing('event', id)
    return event
  }),
  writeRoute('/v1/webhook_endpoints', 'webhook_endpoints', (context, { body }) =>
    createEndpoint(context, body),
  ),
  readRoute('/v1/webhook_endpoints', 'webhook_endpoints', ({ account }, { body }) => {
    const endpoints = [...account.endpoints.values()].map(({ endpoint }) => endpoint)
    return listPage(endpoints, body, { url: '/v1/webhook_endpoints' })
  }),
  {
    ...writeRoute('/v1/webhook_endpoints/:id', 'webhook_endpoints', (context, { id }) =>
      deleteEndpoint(context, id),
    ),
    method: 'DELETE',
  },
]
