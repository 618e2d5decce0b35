import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { lockMerchantRow } from '#server/features/merchants/merchants.queries.ts'
import { audit } from '#server/services/audit/audit.ts'
import {
  additionalMethodsColumn,
  additionalMethodsOf,
} from '#server/services/processors/additional-methods.ts'
import {
  findProcessorAccount,
  listOpenAccounts,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { noAccount, requireOpenAccount } from '../open-account.ts'
import { storeAccountRoutes } from '../store-account-routes.ts'
import type { AdditionalMethodChange } from './offered-methods.schema.ts'

/**
 * Makes an account take the payments of an additional method, or no longer take them. They then go to the account that
 * was connected for this method, if there is one. To be taken, the method must be switched on at the processor.
 * Payments that have already begun stay with their account.
 */
export async function setAdditionalMethod(
  ctx: MerchantCtx,
  { id, paymentMethod, isTaken }: AdditionalMethodChange,
): Promise<void> {
  const { id: merchantId } = ctx.merchant
  if (isTaken) await assertSwitchedOn(ctx, { id, paymentMethod })
  await inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
    const account = await findProcessorAccount(db, { merchantId, id })
    if (!account || account.closedAt !== null) throw noAccount()
    const before = additionalMethodsOf(account)
    const others = before.filter((method) => method !== paymentMethod)
    const after = isTaken ? [...others, paymentMethod] : others
    await releaseMethod(inner, { merchantId, paymentMethod })
    await updateProcessorAccount(db, account, {
      furtherMethods: additionalMethodsColumn(after),
      updatedAt: toIso(ctx.now()),
    })
    await storeAccountRoutes(inner, merchantId)
    await audit(inner, {
      merchantId,
      action: 'processor.methods_changed',
      objectId: id,
      before: { furtherMethods: before.join(', ') },
      after: { furtherMethods: after.join(', ') },
    })
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
  })
}

/**
 * Stops sending payments of a method to any account that was not connected for this method. Call it in a transaction
 * that locks the merchant.
 */
export async function releaseMethod(
  { db }: Pick<MerchantCtx, 'db'>,
  {
    merchantId,
    paymentMethod,
  }: { merchantId: string } & Pick<AdditionalMethodChange, 'paymentMethod'>,
): Promise<void> {
  for (const account of await listOpenAccounts(db, { merchantId })) {
    const methods = additionalMethodsOf(account)
    if (!methods.includes(paymentMethod)) continue
    const others = methods.filter((method) => method !== paymentMethod)
    await updateProcessorAccount(db, account, { furtherMethods: additionalMethodsColumn(others) })
  }
}

async function assertSwitchedOn(
  ctx: MerchantCtx,
  { id, paymentMethod }: Pick<AdditionalMethodChange, 'id' | 'paymentMethod'>,
): Promise<void> {
  const { processor, secretKey } = await requireOpenAccount(ctx, {
    merchantId: ctx.merchant.id,
    id,
  })
  const { accounts, label } = processor
  const type = accounts.additionalMethods?.[paymentMethod]
  const offered = type === undefined ? undefined : await accounts.methods?.(secretKey)
  if (offered?.methods?.some((method) => method.type === type && method.isOn)) return
  const message = `the account has this method not switched on at ${label}`
  throw new AppError('invalid', `paymentMethod: ${message}`, {
    issues: [{ path: 'paymentMethod', message }],
  })
}
