import { expect } from 'vitest'
import type {
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
} from '#server/features/webhook-endpoints/webhook-endpoints.schema.ts'
import type { Person } from './test-app.ts'
import type { Event } from './webhooks.ts'

/** Creates a webhook endpoint, in addition to that of the integration. */
export async function createEndpoint(
  person: Person,
  url: string,
  more: Partial<NewWebhookEndpoint> = {},
): Promise<CreatedWebhookEndpoint> {
  const response = await person.rest('POST', '/api/webhook-endpoints', { url, ...more })
  expect(response.status, response.body).toBe(201)
  return response.json()
}

/** Returns at most 100 of the events of an endpoint, the newest first. */
export const eventsAt = async (person: Person, endpointId: string): Promise<Event[]> =>
  (await person.api.webhooks.list.query({ limit: 100, endpointId })).data
