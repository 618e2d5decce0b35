import { expect } from 'vitest'
import { DeliveryWorker } from '#server/features/webhooks/delivery-worker.ts'
import type { Person, TestApp } from './test-app.ts'

/** Returns the worker that delivers the app's webhooks, with retry delays that are not random. */
export const workerOf = (app: TestApp) =>
  new DeliveryWorker({ world: app.world, random: () => 0.5 })

/** Delivers due events until none is due. */
export async function deliverAll(app: TestApp, worker = workerOf(app)): Promise<void> {
  while ((await worker.takeDue()) > 0) await worker.idle()
  await worker.idle()
}

/** An integration with a webhook URL, and the secret that signs its webhooks. */
export type ConnectedEndpoint = { id: string; secret: string }

/** Returns the merchant's first integration. */
export async function integrationOf(person: Person) {
  const [integration] = (await person.rest('GET', '/api/integrations')).json()
  return integration
}

/** Sets a merchant's webhook URL. The first response contains the secret. */
export async function setWebhookUrl(
  person: Person,
  webhookUrl: string | null,
  more: { version?: 'v1' | 'v2' } = {},
): Promise<ConnectedEndpoint> {
  const { id } = await integrationOf(person)
  const response = await person.rest('PUT', `/api/integrations/${id}`, { webhookUrl, ...more })
  expect(response.status, response.body).toBe(200)
  return response.json()
}

/** A webhook event, as the API lists it. */
export type Event = {
  id: string
  eventType: string
  status: string
  test: boolean
  createdAt: string
  nextAttemptAt: string | null
}
/** An attempt to deliver an event. `statusCode` is null when no response arrived. */
export type Attempt = {
  at: string
  statusCode: number | null
  error: string | null
  response: string | null
  durationMs: number
}

/** Returns at most 100 of the merchant's webhook events. */
export const eventsOf = async (person: Person): Promise<Event[]> =>
  (await person.api.webhooks.list.query({ limit: 100 })).data

/** Returns an event with its payload and its delivery attempts. */
export const eventOf = async (person: Person, id: string) => {
  const response = await person.rest('GET', `/api/webhook-events/${id}`)
  expect(response.status, response.body).toBe(200)
  return response.json() as Event & { payload: Record<string, unknown>; attempts: Attempt[] }
}

/** Creates a test event of a type, which is not delivered yet. */
export async function createTestEvent(
  person: Person,
  eventType = 'integration.test',
): Promise<Event> {
  const response = await person.rest('POST', '/api/webhook-events/test', { eventType })
  expect(response.status, response.body).toBe(202)
  return response.json()
}
