import { Nothing } from '../../shared/text.ts'
import { owner, router, signedInMember } from '../../trpc.ts'
import { findIntegration } from './integrations.queries.ts'
import { integrationOf } from './integrations.rules.ts'
import { Integration, UpdateIntegration } from './integrations.schema.ts'
import { updateIntegration } from './update-integration.ts'

export const integrationsRouter = router({
  list: signedInMember
    .meta({
      rest: { method: 'GET', path: '/api/integrations', summary: 'List integrations' },
    })
    .input(Nothing)
    .output(Integration.array())
    .query(async ({ ctx }) => {
      const row = await findIntegration(ctx.db, { merchantId: ctx.merchant.id })
      return row ? [integrationOf(row, ctx.config.appUrl)] : []
    }),
  update: owner
    .meta({
      rest: {
        method: 'PUT',
        path: '/api/integrations/{id}',
        summary: 'Change an integration',
        errors: ['not_found'],
      },
    })
    .input(UpdateIntegration)
    .output(Integration)
    .mutation(({ ctx, input }) => updateIntegration(ctx, input)),
})
