import { member, router } from '#server/core/calls/trpc.ts'
import { replayEvent, replayEvents } from './replay-events.ts'
import { sendTestEvent } from './send-test-event.ts'
import { listEventObjects, listEventPage, readEventDetail } from './webhook-event-page.ts'
import {
  EventIds,
  EventObject,
  ListWebhookEvents,
  ReplayEvents,
  ReplayedEvents,
  TestEvent,
  WebhookEvent,
  WebhookEventDetail,
  WebhookEventId,
  WebhookEventPage,
} from './webhooks.schema.ts'

export const webhooksRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/webhook-events',
        isList: true,
        summary: 'List webhook events',
        description: 'Newest first; kept for 30 days.',
      },
    })
    .input(ListWebhookEvents)
    .output(WebhookEventPage)
    .query(({ ctx, input }) => listEventPage(ctx, input)),
  /** Payments and customers of listed events, for the page, since the list contains no bodies. */
  objects: member
    .input(EventIds)
    .output(EventObject.array())
    .query(({ ctx, input }) => listEventObjects(ctx, input)),
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/webhook-events/{id}',
        summary: 'Get a webhook event',
        description: 'With its body and every attempt to deliver it.',
        errors: ['not_found'],
      },
    })
    .input(WebhookEventId)
    .output(WebhookEventDetail)
    .query(({ ctx, input }) => readEventDetail(ctx, input)),
  replay: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/webhook-events/{id}/replay',
        status: 202,
        summary: 'Send a webhook event again',
        description: 'With the same id and body, from the beginning of the schedule.',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(WebhookEventId)
    .output(WebhookEvent)
    .mutation(({ ctx, input }) => replayEvent(ctx, input)),
  replayMany: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/webhook-events/replay',
        status: 202,
        summary: 'Send many webhook events again',
        description:
          'With `dryRun` the response lists the events that would be sent, and none is sent.',
        errors: ['conflict'],
      },
    })
    .input(ReplayEvents)
    .output(ReplayedEvents)
    .mutation(({ ctx, input }) => replayEvents(ctx, input)),
  test: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/webhook-events/test',
        status: 202,
        summary: 'Send a test event',
        description: 'With sample data, signed and delivered like any other.',
        errors: ['conflict'],
      },
    })
    .input(TestEvent)
    .output(WebhookEvent)
    .mutation(({ ctx, input }) => sendTestEvent(ctx, input)),
})
