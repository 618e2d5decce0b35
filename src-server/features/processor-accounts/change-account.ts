import type { Selectable, Updateable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { ConnectableProcessor } from '#server/core/ports/processor.ts'
import { audit } from '#server/services/audit/audit.ts'
import { sealSecret } from '#server/services/processors/account-secrets.ts'
import {
  findProcessorAccount,
  listProcessorAccounts,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { newWebhookSecret, removeWebhook, storeKey } from './connect-account.ts'
import { assertPermissions, assertSameMode } from './key-checks.ts'
import { noAccount, requireOpenAccount } from './open-account.ts'
import { endAttention } from './poll-events.ts'
import { accountOf } from './processor-accounts.rules.ts'
import type {
  ChangedProcessorAccount,
  ProcessorAccount,
  ProcessorAccountId,
} from './processor-accounts.schema.ts'
import { IMPORT_STOPPED } from './processor-imports.queries.ts'
import { isKeyOfAccount } from './same-account.ts'
import { storeAccountRoutes } from './store-account-routes.ts'

/** Replaces the API keys of an account. The new keys must belong to the same account at the processor. */
export async function changeAccount(
  ctx: MerchantCtx,
  { id, ...keys }: ChangedProcessorAccount,
): Promise<ProcessorAccount> {
  const merchantId = ctx.merchant.id
  const { account, processor } = await requireOpenAccount(ctx, { merchantId, id })
  const { accounts } = processor
  const { secretKey, publishableKey, webhookSecret } = keys
  await assertSameMode(ctx.merchant, processor, { secretKey, publishableKey })
  if (secretKey !== undefined) {
    assertPermissions(processor, await accounts.tryPermissions(secretKey))
  }
  const accountRef =
    secretKey === undefined ? null : await assertSameAccount(ctx, { secretKey, account, processor })
  return inTransaction(ctx, async (inner) => {
    const { db, dialect, secretBox } = inner
    await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
    const before = await findProcessorAccount(db, { merchantId, id })
    if (!before || before.closedAt !== null) throw noAccount()
    const change: Updateable<ProcessorAccountRow> = {
      ...(secretKey !== undefined && {
        secretKey: sealSecret(secretBox, before, { column: 'secretKey', plain: secretKey }),
        keyHint: accounts.maskKey(secretKey),
      }),
      ...(accountRef !== null && { accountRef }),
      ...(publishableKey !== undefined && { publishableKey }),
      ...(webhookSecret !== undefined && newWebhookSecret(ctx, before, webhookSecret)),
    }
    const after = await updateProcessorAccount(
      db,
      { merchantId, id },
      { ...change, nextPollAt: toIso(ctx.now()), updatedAt: toIso(ctx.now()) },
    )
    if (!after) throw noAccount()
    // The account's other rows, for other methods or earlier connections, need the new key too.
    if (secretKey !== undefined && accountRef !== null) {
      const sameAccountRows = (await listProcessorAccounts(db, { merchantId })).filter(
        (each) =>
          each.accountRef === accountRef && each.processor === processor.name && each.id !== id,
      )
      await storeKey(inner, sameAccountRows, { processor, secretKey })
    }
    await audit(inner, {
      merchantId,
      action: 'processor.changed',
      objectId: id,
      before: { key: before.keyHint },
      after: { key: after.keyHint, hasNewWebhookSecret: webhookSecret !== undefined },
    })
    if (secretKey !== undefined) await endAttention(inner, { merchantId, id })
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return accountOf(after)
  })
}

type ChangedKey = {
  secretKey: string
  account: Selectable<ProcessorAccountRow>
  processor: ConnectableProcessor
}

/**
 * Returns the processor's id of the account; null where it is unknown.
 * @throws `conflict` when the API key belongs to another account, which cannot read this account's payments.
 */
async function assertSameAccount(
  ctx: MerchantCtx,
  { secretKey, account, processor: { accounts, label } }: ChangedKey,
): Promise<string | null> {
  const accountRef = await accounts.refOf(secretKey)
  if ((await isKeyOfAccount(ctx, account, { secretKey, accountRef })) !== false) return accountRef
  throw new AppError(
    'conflict',
    `The key belongs to another ${label} account. Connect that one anew.`,
    {
      reason: 'processor_key_invalid',
      issues: [{ path: 'secretKey', message: `belongs to another ${label} account` }],
    },
  )
}

/** Stops payments to an account. Its encrypted API key is kept, to refund its payments and to check its open ones. */
export async function disconnectAccount(
  ctx: MerchantCtx,
  { id }: ProcessorAccountId,
): Promise<void> {
  const merchantId = ctx.merchant.id
  const { account, processor, secretKey } = await requireOpenAccount(ctx, { merchantId, id })
  await inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const at = toIso(ctx.now())
    await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
    const before = await findProcessorAccount(db, { merchantId, id })
    if (!before || before.closedAt !== null) throw noAccount()
    await updateProcessorAccount(
      db,
      { merchantId, id },
      { closedAt: at, nextPollAt: null, webhookRef: null, updatedAt: at, ...IMPORT_STOPPED },
    )
    await storeAccountRoutes(inner, merchantId)
    await audit(inner, {
      merchantId,
      action: 'processor.disconnected',
      objectId: id,
      before: { processor: before.processor, key: before.keyHint },
    })
    await endAttention(inner, { merchantId, id })
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
  })
  await removeWebhook(ctx, { processor, secretKey }, account.webhookRef)
}
