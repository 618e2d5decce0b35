import type { IntegrationRow } from '#db/tables.ts'
import { inTransaction, type MerchantCtx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toIso } from '../../shared/day.ts'
import { audit, changed } from '../audit/audit.ts'
import { holdMerchantRow } from '../merchants/merchants.queries.ts'
import { failWaitingEvents } from '../webhooks/webhooks.queries.ts'
import { webhookUrlIssue } from '../webhooks/webhook-url.ts'
import { findIntegration, updateIntegrationRow } from './integrations.queries.ts'
import { integrationOf } from './integrations.rules.ts'
import type { UpdatedIntegration, UpdateIntegration } from './integrations.schema.ts'
import { newSecret } from './signing-secrets.ts'

const settings = ({ version, webhookUrl, disabledAt }: IntegrationRow) => ({
  version,
  webhookUrl,
  disabledAt,
})

/**
 * Changes the settings. Saving an address, also the same again, switches a disabled endpoint on; the
 * first one makes the signing secret, which is in this answer only.
 */
export function updateIntegration(
  ctx: MerchantCtx,
  input: UpdateIntegration,
): Promise<UpdatedIntegration> {
  const { webhookUrl } = input
  const issue = webhookUrl ? webhookUrlIssue(webhookUrl, ctx.config.webhookUrls) : undefined
  if (issue) {
    throw new AppError('invalid', `webhookUrl ${issue}`, {
      issues: [{ path: 'webhookUrl', message: issue }],
    })
  }
  return inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    // Two at once must not both take the same secret for the one before.
    await holdMerchantRow(inner.db, { dialect: ctx.dialect, merchantId, hold: 'team' })
    const before = await findIntegration(inner.db, { merchantId })
    if (before?.id !== input.id) throw new AppError('not_found', 'There is no such integration.')
    const made = webhookUrl && before.secret === null ? newSecret(ctx.secretBox, before) : undefined
    const { id, ...change } = input
    const after = await updateIntegrationRow(
      inner.db,
      { merchantId, id },
      {
        ...change,
        ...made?.kept,
        ...(webhookUrl !== undefined && { disabledAt: null, failingSince: null }),
        updatedAt: toIso(ctx.now()),
      },
    )
    if (!after) throw new AppError('not_found', 'There is no such integration.')
    // Nobody is there any more to be told what waited.
    if (webhookUrl === null) await failWaitingEvents(inner.db, { merchantId })
    await audit(inner, {
      merchantId,
      action: 'integration.updated',
      objectId: id,
      ...changed(settings(before), settings(after)),
    })
    inner.noteChange({ merchantId, type: 'integration', action: 'changed', objectId: id })
    return { ...integrationOf(after, ctx.config.appUrl), secret: made?.secret ?? null }
  })
}
