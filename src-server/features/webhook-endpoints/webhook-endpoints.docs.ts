import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { webhookEndpointsRouter } from './webhook-endpoints.router.ts'
import {
  ChangedWebhookEndpoint,
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  TestWebhookEndpoint,
  WebhookEndpoint,
} from './webhook-endpoints.schema.ts'

const endpoint: WebhookEndpoint = {
  id: 'whe_01KGA3M2QZ5B6C7D8E9F0G1H2J',
  url: 'https://shop.example.com/hooks',
  events: ['payment.completed', 'payment.failed', 'integration.test'],
  version: 'v2',
  status: 'enabled',
  disabledReason: null,
  secretLast4: 'k9Q=',
  createdAt: '2026-01-31T19:20:30.123Z',
}

const fields = {
  url: 'URL to which events are sent',
  events: 'The types of events that it receives; `*` for all, including those of later releases',
  version: 'The version of the bodies that it receives',
  status: '`enabled` while events are sent to it',
  disabledReason:
    '`by_hand`, or `gone` after a 410 response, or `failing` after five days of failures; null while it is enabled',
  secretLast4: 'End of the signing secret',
}

export const webhookEndpointsDocs = {
  tag: {
    name: 'Webhook endpoints',
    description: 'URLs to which events are sent, besides that of the integration.',
  },
  parameters: {
    id: { description: 'The id of the endpoint (`whe_…`)', example: endpoint.id },
  },
  inputs: {
    NewWebhookEndpoint: describeSchema(NewWebhookEndpoint, {
      fields: {
        events:
          'The types of events to receive, or `["*"]`, the default; `integration.test` always is',
        version:
          'Version of the API in which events are written. By default that of the key, or for people that of the integration',
      },
      example: {
        url: endpoint.url,
        events: ['payment.completed', 'payment.failed'],
        version: 'v2',
      },
    }),
    WebhookEndpointChange: describeSchema(ChangedWebhookEndpoint, {
      example: { status: 'disabled' },
    }),
    WebhookEndpointTest: describeSchema(TestWebhookEndpoint, {
      example: { eventType: 'payment.failed' },
    }),
  },
  outputs: {
    WebhookEndpoint: describeSchema(WebhookEndpoint, {
      description: 'A URL to which events are sent.',
      fields,
      example: endpoint,
    }),
    CreatedWebhookEndpoint: describeSchema(CreatedWebhookEndpoint, {
      description: 'An endpoint with its signing secret, which no other response contains.',
      fields,
      example: { ...endpoint, secret: 'whsec_…' },
    }),
  },
} satisfies DocsOf<typeof webhookEndpointsRouter>
