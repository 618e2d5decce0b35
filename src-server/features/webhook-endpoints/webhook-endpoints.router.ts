import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import {
  confirmedOwnerOrKey,
  member,
  middleware,
  ownerOrKey,
  router,
  signedInMember,
} from '#server/core/calls/trpc.ts'
import { RotatedSecret } from '#server/features/integrations/integrations.schema.ts'
import { WebhookEvent } from '#server/features/webhooks/webhooks.schema.ts'
import { enforceIdempotency } from '#server/services/idempotency/idempotently.ts'
import { openSigningSecret } from '#server/services/outbox/signing-secrets.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { changeEndpoint, deleteEndpoint, rotateEndpointSecret } from './change-endpoint.ts'
import { createEndpoint } from './create-endpoint.ts'
import { testEndpoint } from './test-endpoint.ts'
import { readEndpoint, readEndpointKeys, readEndpoints } from './visible-endpoints.ts'
import {
  ChangedWebhookEndpoint,
  CreatedWebhookEndpoint,
  EndpointKey,
  NewWebhookEndpoint,
  TestWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointId,
  WebhookEndpointPage,
} from './webhook-endpoints.schema.ts'

/** Decrypts the secret in a stored response: responses are stored with the encrypted secret. */
const decryptSecret = middleware(async ({ ctx, next }) => {
  const result = await next()
  const merchantId = (await ctx.findMembership())?.merchant.id
  if (!result.ok || merchantId === undefined) return result
  const created = CreatedWebhookEndpoint.parse(result.data)
  try {
    const secret = openSigningSecret(ctx.secretBox, { merchantId, id: created.id }, created.secret)
    return { ...result, data: { ...created, secret } }
  } catch (error) {
    // The encryption key of the stored response was removed from the settings.
    ctx.log.error({ err: error, endpoint: created.id }, 'a stored signing secret cannot be read')
    throw new AppError(
      'conflict',
      'This secret cannot be read any more. Rotate it to get a new one.',
    )
  }
})

const scope = 'webhooks'

export const webhookEndpointsRouter = router({
  list: member
    .meta({
      scope,
      isForShops: true,
      rest: {
        method: 'GET',
        path: '/api/webhook-endpoints',
        isList: true,
        summary: 'List webhook endpoints',
        description:
          'Oldest first. A key gets the endpoints that it made; people get all of them, that of the integration first.',
      },
    })
    .input(NoInput)
    .output(WebhookEndpointPage)
    .query(({ ctx }) => readEndpoints(ctx)),
  /** Keys that made endpoints, for the dashboard, since the responses of version 1 do not name them. */
  keys: signedInMember
    .input(NoInput)
    .output(EndpointKey.array())
    .query(({ ctx }) => readEndpointKeys(ctx)),
  get: member
    .meta({
      scope,
      isForShops: true,
      rest: {
        method: 'GET',
        path: '/api/webhook-endpoints/{id}',
        summary: 'Get a webhook endpoint',
        errors: ['not_found'],
      },
    })
    .input(WebhookEndpointId)
    .output(WebhookEndpoint)
    .query(({ ctx, input }) => readEndpoint(ctx, input)),
  create: ownerOrKey
    .meta({
      scope,
      isForShops: true,
      rest: {
        method: 'POST',
        path: '/api/webhook-endpoints',
        status: 201,
        summary: 'Make a webhook endpoint',
        description:
          'Up to 16 in each mode. The signing secret is in this response only. Each endpoint has its own types of events, version, secret, deliveries and attempts. A key with the scope `shop` makes one, which receives events about its own payments and their refunds only.',
        errors: ['conflict', 'unprocessable'],
      },
    })
    .input(NewWebhookEndpoint)
    .use(decryptSecret)
    .use(enforceIdempotency)
    .output(CreatedWebhookEndpoint)
    .mutation(({ ctx, input }) => createEndpoint(ctx, input)),
  update: ownerOrKey
    .meta({
      scope,
      isForShops: true,
      rest: {
        method: 'PUT',
        path: '/api/webhook-endpoints/{id}',
        summary: 'Change a webhook endpoint',
        description:
          'Fields that are left out stay unchanged. `status` disables the endpoint, or enables one that was disabled, also by its failures.',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(ChangedWebhookEndpoint)
    .output(WebhookEndpoint)
    .mutation(({ ctx, input }) => changeEndpoint(ctx, input)),
  delete: ownerOrKey
    .meta({
      scope,
      isForShops: true,
      rest: {
        method: 'DELETE',
        path: '/api/webhook-endpoints/{id}',
        status: 204,
        summary: 'Delete a webhook endpoint',
        description: 'Its waiting events are not sent.',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(WebhookEndpointId)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteEndpoint(ctx, input)),
  rotateSecret: confirmedOwnerOrKey
    .meta({
      scope,
      isForShops: true,
      rest: {
        method: 'POST',
        path: '/api/webhook-endpoints/{id}/rotate-secret',
        summary: 'Rotate the signing secret of an endpoint',
        description: 'For 24 hours deliveries are signed with the former secret too.',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(WebhookEndpointId)
    .output(RotatedSecret)
    .mutation(({ ctx, input }) => rotateEndpointSecret(ctx, input)),
  test: member
    .meta({
      scope,
      isForShops: true,
      rest: {
        method: 'POST',
        path: '/api/webhook-endpoints/{id}/test',
        status: 202,
        summary: 'Send a test event to an endpoint',
        description: 'With sample data, signed and delivered like any other.',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(TestWebhookEndpoint)
    .output(WebhookEvent)
    .mutation(({ ctx, input }) => testEndpoint(ctx, input)),
})
