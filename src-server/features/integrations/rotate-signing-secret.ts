import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import {
  findIntegration,
  updateIntegrationRow,
} from '#server/services/outbox/integrations.queries.ts'
import { createSecret, overlapOf } from '#server/services/outbox/signing-secrets.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import type { RotatedSecret } from './integrations.schema.ts'

/** Makes a new signing secret. For a day, deliveries carry a signature with the former secret too. */
export const rotateSigningSecret = (
  ctx: MerchantCtx,
  { id }: { id: string },
): Promise<RotatedSecret> =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    // Locks the merchant, so that two concurrent calls do not both replace the same secret.
    await lockMerchantRow(inner.db, { dialect: ctx.dialect, merchantId, hold: 'team' })
    const before = await findIntegration(inner.db, { merchantId })
    if (before?.id !== id) throw new AppError('not_found', 'There is no such integration.')
    const { secret, kept: columns } = createSecret(ctx.secretBox, before)
    const overlap = before.secret === null ? undefined : overlapOf(before, ctx.now())
    await updateIntegrationRow(
      inner.db,
      { merchantId, id },
      { ...columns, ...overlap, updatedAt: toIso(ctx.now()) },
    )
    await audit(inner, {
      merchantId,
      action: 'integration.secret_rotated',
      objectId: id,
      before: { secretLast4: before.secretLast4 },
      after: { secretLast4: columns.secretLast4 },
    })
    inner.publishChange({ merchantId, type: 'integration', action: 'changed', objectId: id })
    return { secret, previousExpiresAt: overlap?.previousSecretExpiresAt ?? null }
  })
