import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { AccountMethods } from '#server/core/ports/account-access.ts'
import type { ConnectableProcessor } from '#server/core/ports/processor.ts'
import { lockMerchantRow } from '#server/features/merchants/merchants.queries.ts'
import { audit } from '#server/services/audit/audit.ts'
import { additionalMethodsOf } from '#server/services/processors/additional-methods.ts'
import { excludedMethodsOf } from '#server/services/processors/excluded-methods.ts'
import {
  findProcessorAccount,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { paymentMethods } from '#server/shared/money/payment-method.ts'
import { noAccount, requireOpenAccount } from '../open-account.ts'
import type { ProcessorAccountId } from '../processor-accounts.schema.ts'
import type { MethodExclusion, OfferedMethods } from './offered-methods.schema.ts'

type Account = Selectable<ProcessorAccountRow>

/** Reads from the processor which methods its page can offer, and which of them the merchant leaves out. */
export async function readOfferedMethods(
  ctx: MerchantCtx,
  { id }: ProcessorAccountId,
): Promise<OfferedMethods> {
  const { account, processor, secretKey } = await requireOpenAccount(ctx, {
    merchantId: ctx.merchant.id,
    id,
  })
  const { methods, says } = (await processor.accounts.methods?.(secretKey)) ?? noMethods
  const excluded = new Set(excludedMethodsOf(account))
  return {
    methods:
      methods?.map(({ type, isOn }) => ({ type, isOn, isExcluded: excluded.has(type) })) ?? null,
    says,
    further: additionalMethodsOffered(processor, { account, methods }),
  }
}

/** Returns the payment methods besides the account's own that it could take. */
function additionalMethodsOffered(
  { accounts }: ConnectableProcessor,
  { account, methods }: { account: Account; methods: AccountMethods['methods'] },
): OfferedMethods['further'] {
  const takenMethods = additionalMethodsOf(account)
  return paymentMethods.flatMap((paymentMethod) => {
    const type = accounts.additionalMethods?.[paymentMethod]
    if (type === undefined) return []
    const isOn = methods?.some((method) => method.type === type && method.isOn) ?? false
    return [{ paymentMethod, isOn, isTaken: takenMethods.includes(paymentMethod) }]
  })
}

const noMethods = { methods: [], says: null }

/** Stores which methods the processor's page leaves out. At least one that is switched on there must remain. */
export async function excludeMethods(
  ctx: MerchantCtx,
  { id, excluded }: MethodExclusion,
): Promise<void> {
  const accountKey = { merchantId: ctx.merchant.id, id }
  const { merchantId } = accountKey
  const { methods } = await readOfferedMethods(ctx, { id })
  if (methods === null) {
    throw new AppError('conflict', 'The key may not read the methods of the account.', {
      reason: 'processor_key_invalid',
    })
  }
  const offered = methods.filter(({ type, isOn }) => isOn && !excluded.includes(type))
  if (offered.length === 0) throw invalidExclusion('at least one method must remain')
  const unknown = excluded.find((type) => !methods.some((method) => method.type === type))
  if (unknown !== undefined) throw invalidExclusion(`the account has no method ${unknown}`)
  await inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
    const before = await findProcessorAccount(db, accountKey)
    if (!before || before.closedAt !== null) throw noAccount()
    const chosen = [...new Set(excluded)].toSorted()
    await updateProcessorAccount(db, accountKey, {
      excludedMethods: chosen.length === 0 ? null : JSON.stringify(chosen),
      updatedAt: toIso(ctx.now()),
    })
    await audit(inner, {
      merchantId,
      action: 'processor.methods_changed',
      objectId: id,
      before: { excludedMethods: excludedMethodsOf(before).join(', ') },
      after: { excludedMethods: chosen.join(', ') },
    })
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
  })
}

const invalidExclusion = (message: string) =>
  new AppError('invalid', `excluded: ${message}`, { issues: [{ path: 'excluded', message }] })
