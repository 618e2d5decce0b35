import type { Selectable } from 'kysely'
import type { MerchantRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { copyBranding } from '#server/services/branding/branding.queries.ts'
import { insertIntegration } from '#server/services/outbox/integrations.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { insertMerchant, lockMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { canTakePayments, homeIdOf, sharedFieldsOf } from './merchants.rules.ts'
import { newIntegration } from './new-integration.ts'

/**
 * Opens live mode: makes a separate, empty merchant without members and without the integration of test mode. This
 * happens once: a second or concurrent call throws `conflict` and changes nothing.
 */
export async function goLive(ctx: MerchantCtx): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const home = await lockMerchantRow(db, {
      dialect,
      merchantId: homeIdOf(ctx.merchant),
      hold: 'team',
    })
    if (!home) throw new AppError('not_found', 'There is no such merchant.')
    assertMayGoLive(home)
    const at = toIso(ctx.now())
    const liveId = ctx.newId('mer')
    await insertMerchant(db, {
      ...sharedFieldsOf(home),
      id: liveId,
      email: home.email,
      currency: home.currency,
      timezone: home.timezone,
      customerMails: home.customerMails,
      customerLanguage: home.customerLanguage,
      staffRefundLimit: home.staffRefundLimit,
      staffRefundDayLimit: home.staffRefundDayLimit,
      staffRefundCurrency: home.staffRefundCurrency,
      acceptedTermsAt: home.acceptedTermsAt,
      mode: 'live',
      twinId: home.id,
      createdAt: at,
      updatedAt: at,
    })
    await copyBranding(db, { merchantId: home.id, toMerchantId: liveId, updatedAt: at })
    await updateMerchantRow(db, { merchantId: home.id }, { twinId: liveId })
    await insertIntegration(db, newIntegration(inner, { merchantId: liveId, at }))
    for (const merchantId of [home.id, liveId]) {
      await audit(inner, { merchantId, action: 'merchant.went_live', objectId: liveId })
    }
    const change = { type: 'merchant', action: 'changed', objectId: home.id } as const
    inner.publishChange({ merchantId: home.id, ...change })
  })
}

function assertMayGoLive(home: Selectable<MerchantRow>): void {
  if (home.twinId !== null) {
    throw new AppError('conflict', 'This business has live mode already.', {
      reason: 'already_live',
    })
  }
  if (home.isDemo === 1) {
    throw new AppError('forbidden', 'A demo cannot go live: sign up instead.', {
      reason: 'demo_stays_test',
    })
  }
  if (!canTakePayments(home)) {
    throw new AppError('forbidden', 'This merchant cannot go live.', {
      reason: home.verificationStatus === 'suspended' ? 'merchant_suspended' : 'merchant_pending',
    })
  }
}
