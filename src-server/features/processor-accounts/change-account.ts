import type { Updateable } from 'kysely'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import { audit } from '#server/services/audit/audit.ts'
import { sealSecret } from '#server/services/processors/account-secrets.ts'
import {
  findProcessorAccount,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { holdMerchantRow } from '../merchants/merchants.queries.ts'
import { removeWebhook } from './connect-stripe.ts'
import { assertSameMode, assertSuffices } from './key-checks.ts'
import { nameAccounts } from './name-accounts.ts'
import { accountOf, keyHintOf } from './processor-accounts.rules.ts'
import type {
  ChangedProcessorAccount,
  ProcessorAccount,
  ProcessorAccountId,
} from './processor-accounts.schema.ts'
import { IMPORT_STOPPED } from './processor-imports.queries.ts'
import { asStripe, noAccount, openAccount, permissionsOf } from './stripe-access.ts'

/** For so long the secret of before signs beside the new one. */
const OVERLAP_MS = 24 * 60 * 60_000

/** Puts other keys in the place of those of an account, for the same account at Stripe. */
export async function changeAccount(
  ctx: MerchantCtx,
  { id, secretKey, publishableKey, webhookSecret }: ChangedProcessorAccount,
): Promise<ProcessorAccount> {
  const merchantId = ctx.merchant.id
  const { account } = await openAccount(ctx, { merchantId, id })
  assertSameMode(ctx.merchant, { secretKey, publishableKey })
  if (secretKey !== undefined) {
    assertSuffices(await permissionsOf(ctx, secretKey))
    await assertSameAccount(ctx, secretKey, account.eventRef)
  }
  return inTransaction(ctx, async (inner) => {
    const { db, dialect, secretBox } = inner
    await holdMerchantRow(db, { merchantId, dialect, hold: 'team' })
    const before = await findProcessorAccount(db, { merchantId, id })
    if (!before || before.closedAt !== null) throw noAccount()
    const change: Updateable<ProcessorAccountRow> = {
      ...(secretKey !== undefined && {
        secretKey: sealSecret(secretBox, before, { column: 'secretKey', plain: secretKey }),
        keyHint: keyHintOf(secretKey),
      }),
      ...(publishableKey !== undefined && { publishableKey }),
      ...(webhookSecret !== undefined && {
        webhookSecret: sealSecret(secretBox, before, {
          column: 'webhookSecret',
          plain: webhookSecret,
        }),
        formerWebhookSecret: before.webhookSecret,
        formerWebhookSecretUntil: toIso(ctx.now() + OVERLAP_MS),
      }),
    }
    const after = await updateProcessorAccount(
      db,
      { merchantId, id },
      { ...change, nextPollAt: toIso(ctx.now()), updatedAt: toIso(ctx.now()) },
    )
    if (!after) throw noAccount()
    await audit(inner, {
      merchantId,
      action: 'processor.changed',
      objectId: id,
      before: { key: before.keyHint },
      after: { key: after.keyHint, hasNewWebhookSecret: webhookSecret !== undefined },
    })
    inner.noteChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return accountOf(after)
  })
}

/** Payments of one Stripe account can be asked of no other, so an event of the one must be known to the new key. */
async function assertSameAccount(
  ctx: MerchantCtx,
  secretKey: string,
  eventRef: string | null,
): Promise<void> {
  if (eventRef === null) return
  const isKnown = await asStripe(ctx, secretKey, (stripe) =>
    stripe.events.retrieve(eventRef).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && 'statusCode' in error && error.statusCode === 404)
          return false
        throw error
      },
    ),
  )
  if (isKnown) return
  throw new AppError(
    'conflict',
    'The key belongs to another Stripe account. Connect that one anew.',
    {
      reason: 'processor_key_invalid',
      issues: [{ path: 'secretKey', message: 'belongs to another Stripe account' }],
    },
  )
}

/**
 * Lets no more payments go to an account. Its key is kept, sealed: what it took may still have to be given back, and
 * what is open is asked of it.
 */
export async function disconnectAccount(
  ctx: MerchantCtx,
  { id }: ProcessorAccountId,
): Promise<void> {
  const merchantId = ctx.merchant.id
  const { account, secretKey } = await openAccount(ctx, { merchantId, id })
  await inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const at = toIso(ctx.now())
    await holdMerchantRow(db, { merchantId, dialect, hold: 'team' })
    const before = await findProcessorAccount(db, { merchantId, id })
    if (!before || before.closedAt !== null) throw noAccount()
    await updateProcessorAccount(
      db,
      { merchantId, id },
      { closedAt: at, nextPollAt: null, webhookRef: null, updatedAt: at, ...IMPORT_STOPPED },
    )
    await nameAccounts(inner, merchantId)
    await audit(inner, {
      merchantId,
      action: 'processor.disconnected',
      objectId: id,
      before: { processor: before.processor, key: before.keyHint },
    })
    inner.noteChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
  })
  await removeWebhook(ctx, secretKey, account.webhookRef)
}
