import type { IntegrationRow } from '#db/tables.ts'
import { inTransaction, type MerchantCtx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toIso } from '../../shared/day.ts'
import { Nothing } from '../../shared/text.ts'
import { owner, router, signedInMember } from '../../trpc.ts'
import { audit, changed } from '../audit/audit.ts'
import { findIntegration, updateIntegrationRow } from './integrations.queries.ts'
import { Integration, UpdateIntegration } from './integrations.schema.ts'

const integrationOf = (row: IntegrationRow, baseUrl: string): Integration => ({
  id: row.id,
  name: row.name,
  baseUrl,
  version: row.version,
  webhookUrl: row.webhookUrl,
  disabledAt: row.disabledAt,
  secretLast4: null,
  lastSync: row.lastSync,
})

const settings = ({ version, webhookUrl }: IntegrationRow) => ({ version, webhookUrl })

const updateIntegration = (ctx: MerchantCtx, input: UpdateIntegration) =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const before = await findIntegration(inner.db, { merchantId })
    if (before?.id !== input.id) throw new AppError('not_found', 'There is no such integration.')
    const { id, ...change } = input
    const updatedAt = toIso(ctx.now())
    const after = await updateIntegrationRow(inner.db, { merchantId, id }, { ...change, updatedAt })
    if (!after) throw new AppError('not_found', 'There is no such integration.')
    await audit(inner, {
      merchantId,
      action: 'integration.updated',
      objectId: id,
      ...changed(settings(before), settings(after)),
    })
    return integrationOf(after, ctx.config.appUrl)
  })

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
      rest: { method: 'PUT', path: '/api/integrations/{id}', summary: 'Change an integration' },
    })
    .input(UpdateIntegration)
    .output(Integration)
    .mutation(({ ctx, input }) => updateIntegration(ctx, input)),
})
