import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { findBalanceAccount, lockBalanceAccount, updateBalanceAccount } from './balance.queries.ts'
import { payoutOf } from './money.rules.ts'
import type { NewPayout, Payout } from './money.schema.ts'
import { findUnfilledPayout } from './reading/payout-store.queries.ts'
import { payOut } from './sandbox/sandbox-payouts.ts'

/**
 * Pays out at once what is available in the sandbox, as its daily payout would.
 * @throws AppError `conflict` when nothing is available, or while another payout is being made.
 */
export const createPayout = (ctx: MerchantCtx, { currency }: NewPayout): Promise<Payout> =>
  inTransaction(ctx, async (inner) => {
    const { merchant, db, now } = inner
    const existing = await findBalanceAccount(db, {
      merchantId: merchant.id,
      processor: 'sandbox',
      accountKey: '',
    })
    if (!existing) throw nothingAvailable()
    const account = await lockBalanceAccount(inner, existing)
    const key = { merchantId: merchant.id, balanceAccountId: account.id }
    if (await findUnfilledPayout(db, key)) {
      throw new AppError('conflict', 'Another payout is being made.', {
        reason: 'payout_in_progress',
        retryAfterS: 1,
      })
    }
    const payout = await payOut(inner, account, {
      currency: currency ?? merchant.currency,
      availableUntil: toIso(now()),
      isAutomatic: false,
    })
    if (!payout) throw nothingAvailable()
    await updateBalanceAccount(db, account, { dueAt: toIso(now()) })
    await audit(inner, {
      merchantId: merchant.id,
      action: 'payout.created',
      objectId: payout.id,
      after: { amount: payoutOf(payout).amount, currency: payout.currency },
    })
    return payoutOf(payout)
  })

const nothingAvailable = () =>
  new AppError('conflict', 'Nothing is available for a payout in the sandbox.', {
    reason: 'nothing_available',
  })
