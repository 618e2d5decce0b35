import { type FormBody, textsIn } from './form-body.ts'
import type { Moment } from './payment-intents.ts'
import { listed, type Route, reads, readsOne, writes } from './route.ts'
import { missing } from './stripe-refusal.ts'
import { createEndpoint, deleteEndpoint } from './webhook-endpoints.ts'

/** Older events are no longer listed. */
const LISTED_FOR_MS = 30 * 86_400_000

function listEvents({ account, nowMs }: Moment, { types, ...body }: FormBody): object {
  const wanted = textsIn(types === undefined ? {} : { types }, 'types')
  const events = account.events.filter(
    ({ type, created }) =>
      created * 1000 > nowMs - LISTED_FOR_MS && (wanted.length === 0 || wanted.includes(type)),
  )
  return listed(events, body, { url: '/v1/events', by: { type: ({ type }) => type } })
}

export const eventRoutes: readonly Route[] = [
  reads('/v1/events', 'events', (moment, { body }) => listEvents(moment, body)),
  readsOne('/v1/events/:id', 'events', ({ account }, id) => {
    const event = account.events.find((each) => each.id === id)
    if (!event) throw missing('event', id)
    return event
  }),
  writes('/v1/webhook_endpoints', 'webhook_endpoints', (moment, { body }) =>
    createEndpoint(moment, body),
  ),
  reads('/v1/webhook_endpoints', 'webhook_endpoints', ({ account }, { body }) => {
    const endpoints = [...account.endpoints.values()].map(({ endpoint }) => endpoint)
    return listed(endpoints, body, { url: '/v1/webhook_endpoints' })
  }),
  {
    ...writes('/v1/webhook_endpoints/:id', 'webhook_endpoints', (moment, { id }) =>
      deleteEndpoint(moment, id),
    ),
    method: 'DELETE',
  },
]
