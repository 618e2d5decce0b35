import type { IntegrationRow } from '#db/tables.ts'
import { inTransaction, type MerchantCtx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toIso } from '../../shared/day.ts'
import { audit, changed } from '../audit/audit.ts'
import { findIntegration, updateIntegrationRow } from './integrations.queries.ts'
import { integrationOf } from './integrations.rules.ts'
import type { UpdateIntegration } from './integrations.schema.ts'

const settings = ({ version, webhookUrl }: IntegrationRow) => ({ version, webhookUrl })

export const updateIntegration = (ctx: MerchantCtx, input: UpdateIntegration) =>
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
