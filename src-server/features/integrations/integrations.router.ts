import { confirmedOwner, owner, router, signedInMember } from '#server/core/calls/trpc.ts'
import { findIntegration } from '#server/services/outbox/integrations.queries.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { chosenEventsOf, integrationOf } from './integrations.rules.ts'
import {
  ChosenEvents,
  ConnectionTest,
  Integration,
  IntegrationId,
  RotatedSecret,
  UpdatedIntegration,
  UpdateIntegration,
} from './integrations.schema.ts'
import { rotateSigningSecret } from './rotate-signing-secret.ts'
import { testConnection } from './test-connection.ts'
import { updateIntegration } from './update-integration.ts'

export const integrationsRouter = router({
  list: signedInMember
    .meta({
      rest: { method: 'GET', path: '/api/integrations', summary: 'List integrations' },
    })
    .input(NoInput)
    .output(Integration.array())
    .query(async ({ ctx }) => {
      const row = await findIntegration(ctx.db, { merchantId: ctx.merchant.id })
      return row ? [integrationOf(row, ctx.config.appUrl)] : []
    }),
  /**
   * For the dashboard only: the types of events that the endpoint receives. `update` changes them with the other
   * settings.
   */
  events: signedInMember
    .input(NoInput)
    .output(ChosenEvents)
    .query(async ({ ctx }) => {
      const row = await findIntegration(ctx.db, { merchantId: ctx.merchant.id })
      return { events: row ? chosenEventsOf(row) : [] }
    }),
  update: owner
    .meta({
      rest: {
        method: 'PUT',
        path: '/api/integrations/{id}',
        summary: 'Change an integration',
        description:
          'The first webhook URL makes the signing secret, which is in this response only. Saving a URL switches a disabled endpoint on again. `events` chooses the event types that it receives.',
        errors: ['not_found'],
      },
    })
    .input(UpdateIntegration)
    .output(UpdatedIntegration)
    .mutation(({ ctx, input }) => updateIntegration(ctx, input)),
  test: signedInMember
    .meta({
      rest: {
        method: 'POST',
        path: '/api/integrations/{id}/test',
        summary: 'Test the connection',
        description:
          'Tries the database, the API, the signing secret and, with a signed integration.test, the webhook endpoint. Returns 200 also when a check failed.',
        errors: ['not_found'],
      },
    })
    .input(IntegrationId)
    .output(ConnectionTest)
    .mutation(({ ctx, input }) => testConnection(ctx, input)),
  rotateSecret: confirmedOwner
    .meta({
      rest: {
        method: 'POST',
        path: '/api/integrations/{id}/rotate-secret',
        summary: 'Rotate the signing secret',
        description: 'For 24 hours deliveries are signed with the former secret too.',
        errors: ['not_found'],
      },
    })
    .input(IntegrationId)
    .output(RotatedSecret)
    .mutation(({ ctx, input }) => rotateSigningSecret(ctx, input)),
})
