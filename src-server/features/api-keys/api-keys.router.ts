import { z } from 'zod'
import { confirmedOwner, owner, router } from '#server/core/calls/trpc.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { listKeys } from './api-keys.queries.ts'
import { apiKeyOf } from './api-keys.rules.ts'
import { ApiKey, ApiKeyRef, CreatedApiKey, NewApiKey, RotateApiKey } from './api-keys.schema.ts'
import { createApiKey, revokeApiKey, rotateApiKey } from './create-api-key.ts'

export const apiKeysRouter = router({
  list: owner
    .meta({ rest: { method: 'GET', path: '/api/api-keys', summary: 'List API keys' } })
    .input(NoInput)
    .output(ApiKey.array())
    .query(async ({ ctx }) => {
      const rows = await listKeys(ctx.db, { merchantId: ctx.merchant.id })
      return rows.map(apiKeyOf)
    }),
  create: confirmedOwner
    .meta({
      rest: {
        method: 'POST',
        path: '/api/api-keys',
        status: 201,
        summary: 'Make an API key',
        description:
          'The secret is in this response only. For signed-in owners, not for keys. Over ten minutes after sign-in it returns 403 `confirmation_needed` until the password is confirmed.',
      },
    })
    .input(NewApiKey)
    .output(CreatedApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx, input)),
  rotate: confirmedOwner
    .meta({
      rest: {
        method: 'POST',
        path: '/api/api-keys/{id}/rotate',
        status: 201,
        summary: 'Replace an API key',
        description:
          'The old key goes on working for `overlapDays` (0 to 7). Over ten minutes after sign-in it returns 403 `confirmation_needed` until the password is confirmed.',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(RotateApiKey)
    .output(CreatedApiKey)
    .mutation(({ ctx, input }) => rotateApiKey(ctx, input)),
  revoke: owner
    .meta({
      rest: {
        method: 'DELETE',
        path: '/api/api-keys/{id}',
        status: 204,
        summary: 'Revoke an API key',
        description: 'The key stops working with the next request.',
        errors: ['not_found'],
      },
    })
    .input(ApiKeyRef)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeApiKey(ctx, input)),
})
