import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import { transaction } from '../transactions/transactions.docs.ts'
import type { webhooksRouter } from './webhooks.router.ts'
import {
  ReplayEvents,
  ReplayedEvents,
  TestEvent,
  WebhookAttempt,
  WebhookEvent,
  WebhookEventDetail,
} from './webhooks.schema.ts'

export const webhookEvent: WebhookEvent = {
  id: 'evt_01KGA3M2QZ0A1B2C3D4E5F6G7H',
  eventType: 'payment.completed',
  createdAt: transaction.createdAt,
  status: 'success',
  test: false,
  nextAttemptAt: null,
}

const detail: WebhookEventDetail = {
  ...webhookEvent,
  payload: {
    id: webhookEvent.id,
    eventType: webhookEvent.eventType,
    createdAt: webhookEvent.createdAt,
    data: transaction,
  },
  attempts: [
    {
      at: '2026-01-31T19:20:30.400Z',
      statusCode: 200,
      durationMs: 84,
      error: null,
      response: 'ok',
    },
  ],
}

export const webhooksDocs = {
  tag: {
    name: 'Webhooks',
    description: 'Events sent to the merchant’s endpoints, with the outcome of each delivery.',
  },
  parameters: {
    id: {
      description:
        'The id of the event (`evt_…`), which is its `webhook-id` too; for an endpoint (`whe_…`) both ids, with a hyphen between',
      example: webhookEvent.id,
    },
    status: { description: 'Only this status' },
    eventType: { description: 'Only events of this type' },
    endpointId: {
      description: 'Endpoint (`whe_…`) of the events; by default that of the integration',
    },
  },
  inputs: {
    Replay: describeSchema(ReplayEvents, {
      example: { dryRun: true, status: 'failed', eventType: 'payment.completed' },
    }),
    TestEvent: describeSchema(TestEvent, { example: { eventType: 'payment.failed' } }),
  },
  outputs: {
    ReplayedEvents: describeSchema(ReplayedEvents, {
      description: 'Events that are sent again.',
      fields: { count: 'Total number of these events' },
      example: {
        count: 1,
        events: [{ ...webhookEvent, status: 'retry', nextAttemptAt: '2026-01-31T20:00:00.000Z' }],
      },
    }),
    WebhookAttempt: describeSchema(WebhookAttempt, {
      description: 'Attempt to deliver an event.',
      fields: { error: 'Reason why it failed, in a few words' },
    }),
    WebhookEvent: describeSchema(WebhookEvent, {
      description: 'An event that is sent to the merchant’s endpoints.',
      fields: {
        status: '`retry` until it was delivered or given up',
        nextAttemptAt: 'Time of the next attempt; null when there is none',
      },
      example: webhookEvent,
    }),
    WebhookEventDetail: describeSchema(WebhookEventDetail, {
      description: 'An event with its body and the attempts to deliver it.',
      example: detail,
    }),
  },
} satisfies DocsOf<typeof webhooksRouter>
