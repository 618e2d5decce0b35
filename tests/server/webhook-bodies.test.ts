import { expect, test } from 'vitest'
import { eventTypes } from '#server/services/outbox/event-type.schema.ts'
import { payment } from '../support/make.ts'
import { validateWebhook } from '../support/openapi-validator.ts'
import { startReceiver } from '../support/receiver.ts'
import { testApp } from '../support/test-app.ts'
import { createTestEvent, deliverAll, integrationOf, setWebhookUrl } from '../support/webhooks.ts'

test.each(['v1', 'v2'] as const)(
  'every event that an endpoint receives matches the description of %s',
  async (version) => {
    await using app = await testApp()
    await using endpoint = await startReceiver()
    const alice = await app.person()
    await setWebhookUrl(alice, endpoint.url, { version })
    for (const type of eventTypes) await createTestEvent(alice, type)
    for (const amount of ['12.34', '10.01', '10.03']) {
      expect((await alice.rest('POST', '/api/payments', payment({ amount }))).status).toBe(201)
    }
    await deliverAll(app)
    const { id } = await integrationOf(alice)
    await alice.rest('POST', `/api/integrations/${id}/test`, {})

    const seenTypes = new Set<string>()
    for (const { headers, body } of endpoint.received) {
      validateWebhook(version, { headers, body })
      const { type, eventType = type } = JSON.parse(body)
      seenTypes.add(eventType)
    }
    expect([...seenTypes].toSorted()).toEqual([...eventTypes].toSorted())
    // A message of one version is invalid in the other.
    const [first] = endpoint.received
    const other = version === 'v1' ? 'v2' : 'v1'
    expect(() => first && validateWebhook(other, first)).toThrow()
  },
)
