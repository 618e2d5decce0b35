import { describeSchema, type JsonSchema, type NamedSchema } from '#server/core/calls/docs.ts'
import {
  deliveryHeaders,
  endpointResponses,
  eventDocs,
} from '#server/features/webhooks/webhook-bodies.docs.ts'
import { TestMessage, webhookBodies } from '#server/features/webhooks/webhook-bodies.schema.ts'
import { webhookEvent, webhooksDocs } from '#server/features/webhooks/webhooks.docs.ts'
import type { EventType } from '#server/services/outbox/event-type.schema.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import type { Schemas } from './schemas.ts'

/** Event types that a merchant's endpoint receives: the `webhooks` of the document. */

const eventTypes = Object.keys(eventDocs) as EventType[]

/** Returns the schemas of a version's bodies, by their names in the document. */
export const namedBodies = (version: ApiVersion): Record<string, NamedSchema> => ({
  TestMessage: describeSchema(TestMessage),
  ...Object.fromEntries(
    eventTypes.map((type) => [eventDocs[type].name, describeSchema(webhookBodies[version][type])]),
  ),
})

const { id, createdAt } = webhookEvent

const exampleOf = (type: EventType, version: ApiVersion) =>
  version === 'v1'
    ? { id, eventType: type, createdAt, data: eventDocs[type].data }
    : { type, timestamp: createdAt, data: eventDocs[type].inV2 ?? eventDocs[type].data }

export const webhookHeaders = Object.fromEntries(
  Object.entries(deliveryHeaders).map(([key, { name, description, pattern, example }]) => [
    key,
    {
      name,
      in: 'header',
      description,
      required: true,
      schema: { type: 'string', pattern },
      example,
    },
  ]),
)

const parameters = Object.keys(deliveryHeaders).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

export const webhooksOf = (version: ApiVersion, outputs: Schemas): Record<string, JsonSchema> =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: [webhooksDocs.tag.name],
          summary: eventDocs[type].summary,
          description: eventDocs[type].description,
          // The signature proves the sender, so no authentication is listed.
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: outputs.use(webhookBodies[version][type]),
                example: exampleOf(type, version),
              },
            },
          },
          responses: endpointResponses,
        },
      },
    ]),
  )
