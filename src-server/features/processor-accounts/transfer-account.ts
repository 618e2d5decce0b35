import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx, type World } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import {
  insertProcessorAccount,
  listOpenAccounts,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { TRANSFER } from '#server/services/processors/transfer/transfer.ts'
import { toIso } from '#server/shared/day.ts'
import { normalizeIban } from '#server/shared/money/iban.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { noAccount } from './open-account.ts'
import type {
  NewTransferAccount,
  ProcessorAccountId,
  TransferAccount,
} from './processor-accounts.schema.ts'
import { storeAccountRoutes } from './store-account-routes.ts'

/** Returns the merchant's own bank account, which takes transfers; null where none is set. */
export async function findTransferAccount(
  { db }: Pick<World, 'db'>,
  { merchantId }: { merchantId: string },
): Promise<TransferAccount | null> {
  const openAccounts = await listOpenAccounts(db, { merchantId })
  const row = openAccounts.find(({ processor }) => processor === TRANSFER)
  if (!row?.bankAccount || !row.bankHolder) return null
  return { id: row.id, iban: row.bankAccount, holder: row.bankHolder, createdAt: row.createdAt }
}

/** Sets the merchant's bank account for transfers. New payments no longer name the former account. */
export const connectTransfer = (
  ctx: MerchantCtx,
  { iban, holder }: NewTransferAccount,
): Promise<TransferAccount> =>
  inTransaction(ctx, async (inner) => {
    const { db } = inner
    const merchantId = ctx.merchant.id
    const at = toIso(ctx.now())
    const before = await lockTransferAccount(inner, merchantId)
    if (before) await updateProcessorAccount(db, before, { closedAt: at, updatedAt: at })
    const id = ctx.newId('acc')
    const row = { bankAccount: normalizeIban(iban), bankHolder: holder }
    await insertProcessorAccount(db, {
      merchantId,
      id,
      processor: TRANSFER,
      paymentMethod: 'bank',
      keyHint: `…${row.bankAccount.slice(-4)}`,
      createdAt: at,
      updatedAt: at,
      ...row,
    })
    await storeAccountRoutes(inner, merchantId)
    await audit(inner, {
      merchantId,
      action: 'processor.connected',
      objectId: id,
      before: before ? { account: before.id, iban: before.bankAccount } : {},
      after: { processor: TRANSFER, paymentMethod: 'bank', iban: row.bankAccount },
    })
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return { id, iban: row.bankAccount, holder, createdAt: at }
  })

/** Removes the bank account for transfers. Payments that already wait for a transfer keep it. */
export const disconnectTransfer = (ctx: MerchantCtx, { id }: ProcessorAccountId): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const at = toIso(ctx.now())
    const before = await lockTransferAccount(inner, merchantId)
    if (before?.id !== id) throw noAccount()
    await updateProcessorAccount(inner.db, before, { closedAt: at, updatedAt: at })
    await storeAccountRoutes(inner, merchantId)
    await audit(inner, {
      merchantId,
      action: 'processor.disconnected',
      objectId: before.id,
      before: { processor: TRANSFER, iban: before.bankAccount },
    })
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
  })

async function lockTransferAccount({ db, dialect }: MerchantCtx, merchantId: string) {
  const merchant = await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
  if (!merchant) throw new AppError('not_found', 'There is no such merchant.')
  const openAccounts = await listOpenAccounts(db, { merchantId })
  return openAccounts.find(({ paymentMethod }) => paymentMethod === 'bank')
}
