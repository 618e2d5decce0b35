import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { lockMerchant } from '#server/features/merchants/lock-merchant.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { Currency, decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'
import type { ChangeDisputeSettings, DisputeSettings } from '../disputes.schema.ts'
import {
  type DisputeSettingsColumns,
  findDisputeSettings,
  saveDisputeSettings,
} from './dispute-settings.queries.ts'

/** Returns the settings as the dashboard shows them. */
export const readDisputeSettings = async ({
  db,
  merchant,
}: MerchantCtx): Promise<DisputeSettings> =>
  settingsOf(await findDisputeSettings(db, { merchantId: merchant.id }))

/** Changes the settings that the input names. Writes no audit entry when nothing changes. */
export const changeDisputeSettings = (
  ctx: MerchantCtx,
  { staffMayAnswer, acceptance }: ChangeDisputeSettings,
): Promise<DisputeSettings> =>
  inTransaction(ctx, async (trx) => {
    const inner = await lockMerchant(trx)
    const { id: merchantId, currency } = inner.merchant
    const stored = await findDisputeSettings(inner.db, { merchantId })
    const changed: DisputeSettingsColumns = {
      staffMayAnswer: staffMayAnswer ?? stored.staffMayAnswer,
      acceptance:
        acceptance === undefined
          ? stored.acceptance
          : acceptance && {
              upTo: minorFromDecimal(acceptance.upTo) ?? 0,
              currency,
              afterHours: acceptance.afterHours,
            },
    }
    const before = auditedFields(settingsOf(stored))
    const after = auditedFields(settingsOf(changed))
    const difference = diffFields(before, after)
    if (Object.keys(difference.after).length === 0) return settingsOf(stored)
    await saveDisputeSettings(inner.db, { merchantId }, { ...changed, updatedAt: toIso(ctx.now()) })
    const action = 'merchant.updated'
    await audit(inner, { merchantId, action, objectId: merchantId, ...difference })
    return settingsOf(changed)
  })

const settingsOf = ({ staffMayAnswer, acceptance }: DisputeSettingsColumns): DisputeSettings => ({
  staffMayAnswer,
  acceptance: acceptance && {
    ...acceptance,
    upTo: decimalFromMinor(acceptance.upTo),
    currency: Currency.parse(acceptance.currency),
  },
})

/** Returns the settings with one field for each value, as the audit log names them. */
const auditedFields = ({ staffMayAnswer, acceptance }: DisputeSettings) => ({
  staffMayAnswer,
  acceptDisputesUpTo: acceptance && `${acceptance.upTo} ${acceptance.currency}`,
  acceptDisputesAfterHours: acceptance?.afterHours ?? null,
})
