import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { isOpenToAssistants } from './merchants.rules.ts'
import type { AssistantAccess, ChangeAssistantAccess } from './merchants.schema.ts'

/** Path at which assistants call, by the Model Context Protocol. */
export const ASSISTANT_PATH = '/mcp'

const accessOf = ({ config }: MerchantCtx, isOn: boolean): AssistantAccess => ({
  isOn,
  url: `${config.appUrl}${ASSISTANT_PATH}`,
})

/** Returns whether assistants may read this mode's data with a key. */
export const readAssistantAccess = (ctx: MerchantCtx): AssistantAccess =>
  accessOf(ctx, ctx.merchant.isOpenToAssistants)

/** Sets whether assistants may read this mode's data with a key. Writes no audit entry when nothing changes. */
export const changeAssistantAccess = (
  ctx: MerchantCtx,
  { isOn }: ChangeAssistantAccess,
): Promise<AssistantAccess> =>
  inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const merchantId = ctx.merchant.id
    const row = await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
    if (!row) throw new AppError('not_found', 'There is no such merchant.')
    const before = isOpenToAssistants(row)
    if (before !== isOn) {
      const changes = { assistantAccess: isOn ? 1 : 0, updatedAt: toIso(ctx.now()) }
      await updateMerchantRow(db, { merchantId }, changes)
      await audit(inner, {
        merchantId,
        action: 'merchant.updated',
        objectId: merchantId,
        before: { assistantAccess: before },
        after: { assistantAccess: isOn },
      })
      inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    }
    return accessOf(ctx, isOn)
  })
