import { member, router } from '#server/core/calls/trpc.ts'
import { replayEvent, replayEvents } from './replay-events.ts'
import { sendTestEvent } from './send-test-event.ts'
import { assertOwnEvent, confineToOwnEndpoint } from './shop-events.ts'
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
      isForShops: true,
      rest: {
        method: 'GET',
        path: '/api/webhook-events',
        isList: true,
        summary: 'List webhook events',
        description:
          'Newest first; kept for 30 days. A key with the scope `shop` must name its endpoint.',
      },
    })
    .input(ListWebhookEvents)
    .output(WebhookEventPage)
    .query(async ({ ctx, input }) => listEventPage(ctx, await confineToOwnEndpoint(ctx, input))),
  /** Payments and customers of listed events, for the dashboard, since the list contains no bodies. */
  objects: member
    .input(EventIds)
    .output(EventObject.array())
    .query(({ ctx, input }) => listEventObjects(ctx, input)),
  get: member
    .meta({
      isForShops: true,
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
    .query(async ({ ctx, input }) => {
      await assertOwnEvent(ctx, input.id)
      return readEventDetail(ctx, input)
    }),
  replay: member
    .meta({
      isForShops: true,
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
    .mutation(async ({ ctx, input }) => {
      await assertOwnEvent(ctx, input.id)
      return replayEvent(ctx, input)
    }),
  replayMany: member
    .meta({
      isForShops: true,
      rest: {
        method: 'POST',
        path: '/api/webhook-events/replay',
        status: 202,
        summary: 'Send many webhook events again',
        description:
          'With `dryRun` the response lists the events that would be sent, and none is sent. A key with the scope `shop` must name its endpoint.',
        errors: ['conflict'],
      },
    })
    .input(ReplayEvents)
    .output(ReplayedEvents)
    .mutation(async ({ ctx, input }) => replayEvents(ctx, await confineToOwnEndpoint(ctx, input))),
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
