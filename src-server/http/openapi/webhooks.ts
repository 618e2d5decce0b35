import type { z } from 'zod'
import type { ApiVersion } from '../../features/api-keys/api-keys.schema.ts'
import { TestMessage, webhookBodies } from '../../features/webhooks/webhook-bodies.schema.ts'
import type { EventType } from '../../features/webhooks/webhooks.schema.ts'
import {
  customer,
  failedTransaction,
  merchant,
  pendingTransaction,
  transaction,
  webhookEvent,
} from './example-things.ts'
import { tags } from './notes.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** What an endpoint of the merchant is sent: the `webhooks` of the document. */

type Told = { name: string; summary: string; description: string; data: object }

const told: Record<EventType, Told> = {
  'payment.completed': {
    name: 'PaymentCompleted',
    summary: 'A payment succeeded',
    description:
      'Sent once the payment is final. It may arrive before the `payment.pending` of it.',
    data: transaction,
  },
  'payment.failed': {
    name: 'PaymentFailed',
    summary: 'A payment failed',
    description: 'Sent once the payment is final. `failureReason` says why it failed.',
    data: failedTransaction,
  },
  'payment.pending': {
    name: 'PaymentPending',
    summary: 'A payment was left open',
    description: 'The processor was asked and does not know yet. One of the two others follows.',
    data: pendingTransaction,
  },
  'customer.created': {
    name: 'CustomerCreated',
    summary: 'A customer was added',
    description: 'By hand, or by a first payment.',
    data: customer,
  },
  'integration.test': {
    name: 'IntegrationTest',
    summary: 'Somebody tests the connection',
    description: 'Sent by the button of the page API Integration, or by the call for test events.',
    data: { message: 'A test of the connection', merchantId: merchant.id },
  },
}

const typesOf = Object.keys(told) as EventType[]

/** The schemas of a version's bodies, by their names in the document. */
export const namedBodies = (version: ApiVersion): Record<string, z.ZodType> => ({
  TestMessage,
  ...Object.fromEntries(typesOf.map((type) => [told[type].name, webhookBodies[version][type]])),
})

const { id, createdAt } = webhookEvent

const exampleOf = (type: EventType, version: ApiVersion) =>
  version === 'v1'
    ? { id, eventType: type, createdAt, data: told[type].data }
    : { type, timestamp: createdAt, data: told[type].data }

export const webhookHeaders = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    description: 'The id of the event: the same one when it is sent again',
    required: true,
    schema: { type: 'string', pattern: '^evt_' },
    example: id,
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    description:
      'When this attempt was made, in seconds since 1970; refuse what is older than 5 min',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1769887230',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    description:
      'HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`, as `v1,` and base64; while a secret is being changed there are two, parted by a space',
    required: true,
    schema: { type: 'string', pattern: '^v1,\\S+(?: v1,\\S+)*$' },
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
}

const parameters = Object.keys(webhookHeaders).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

const answers = {
  '2XX': { description: 'You have it. Answer within 15 seconds.' },
  '410': { description: 'The endpoint is gone: it is switched off at once.' },
  default: { description: 'Anything else is a failure, and the event is sent again later.' },
}

export const webhooksOf = (version: ApiVersion, outputs: Schemas): Record<string, JsonSchema> =>
  Object.fromEntries(
    typesOf.map((type) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: [tags.webhooks?.name],
          summary: told[type].summary,
          description: told[type].description,
          // The signature says who sent it.
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
          responses: answers,
        },
      },
    ]),
  )
