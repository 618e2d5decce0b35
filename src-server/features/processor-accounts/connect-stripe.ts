import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import { audit } from '#server/services/audit/audit.ts'
import { openSecret, sealSecret } from '#server/services/processors/account-secrets.ts'
import {
  insertProcessorAccount,
  listOpenAccounts,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { STRIPE_API_VERSION } from '#server/services/processors/stripe/stripe-client.ts'
import { stripeEventTypes } from '#server/services/processors/stripe/stripe-events.ts'
import { toIso } from '#server/shared/day.ts'
import { holdMerchantRow } from '../merchants/merchants.queries.ts'
import { assertSameMode, assertSuffices } from './key-checks.ts'
import { nameAccounts } from './name-accounts.ts'
import { accountOf, keyHintOf } from './processor-accounts.rules.ts'
import type { NewProcessorAccount, ProcessorAccount } from './processor-accounts.schema.ts'
import { IMPORT_STOPPED } from './processor-imports.queries.ts'
import { asStripe, permissionsOf } from './stripe-access.ts'

/** What Stripe calls us at. */
export const hookUrl = (appUrl: string, id: string): string => `${appUrl}/hooks/${id}`

type Webhook = { secret: string; ref: string | null } | undefined

/**
 * Lets a merchant's card payments go to their Stripe account, once its key has shown that it may do what they need.
 * One that was connected before takes no more payments; what it began is asked of it as before.
 */
export async function connectStripe(
  ctx: MerchantCtx,
  input: NewProcessorAccount,
): Promise<ProcessorAccount> {
  const { secretKey, publishableKey } = input
  assertSameMode(ctx.merchant, { secretKey, publishableKey })
  assertSuffices(await permissionsOf(ctx, secretKey))
  const id = ctx.newId('acc')
  const eventRef = await asStripe(ctx, secretKey, async (stripe) => {
    const newest = await stripe.events.list({ limit: 1 })
    return newest.data[0]?.id ?? null
  })
  const webhook = await webhookOf(ctx, { id, ...input })
  const stored = store(ctx, { id, input, webhook, eventRef })
  const { account, replaced } = await stored.catch(async (error: unknown) => {
    await removeWebhook(ctx, secretKey, webhook?.ref ?? null)
    throw error
  })
  if (replaced) {
    const formerKey = openSecret(ctx.secretBox, replaced, 'secretKey')
    await removeWebhook(ctx, formerKey, replaced.webhookRef)
  }
  return account
}

/** Makes the endpoint at Stripe where that is wished. Its secret is in the answer to that, and in none after it. */
async function webhookOf(
  ctx: MerchantCtx,
  { id, secretKey, makeWebhook, webhookSecret }: { id: string } & NewProcessorAccount,
): Promise<Webhook> {
  if (webhookSecret !== undefined) return { secret: webhookSecret, ref: null }
  if (!makeWebhook) return undefined
  const made = await asStripe(ctx, secretKey, (stripe) =>
    stripe.webhookEndpoints.create(
      {
        url: hookUrl(ctx.config.appUrl, id),
        enabled_events: [...stripeEventTypes],
        api_version: STRIPE_API_VERSION,
        description: 'Incasso',
      },
      { idempotencyKey: `${id}:webhook` },
    ),
  ).catch((error: unknown) => {
    // Without it everything is asked for, which takes a little longer and needs no public address.
    ctx.log.warn({ err: error, account: id }, 'no webhook endpoint could be made at Stripe')
    return undefined
  })
  return made?.secret ? { secret: made.secret, ref: made.id } : undefined
}

/** Takes the endpoint at Stripe away. One that stays calls an account that is closed, and is told 404. */
export async function removeWebhook(
  ctx: MerchantCtx,
  secretKey: string,
  ref: string | null,
): Promise<void> {
  if (ref === null) return
  await asStripe(ctx, secretKey, (stripe) => stripe.webhookEndpoints.del(ref)).catch(
    (error: unknown) =>
      ctx.log.warn({ err: error }, 'a webhook endpoint could not be removed at Stripe'),
  )
}

type Made = { id: string; input: NewProcessorAccount; webhook: Webhook; eventRef: string | null }

/** Answers what is connected now, and what was before. */
const store = (
  ctx: MerchantCtx,
  { id, input, webhook, eventRef }: Made,
): Promise<{ account: ProcessorAccount; replaced: Selectable<ProcessorAccountRow> | undefined }> =>
  inTransaction(ctx, async (inner) => {
    const { db, dialect, secretBox } = inner
    const merchantId = ctx.merchant.id
    const place = { merchantId, id }
    const at = toIso(ctx.now())
    const merchant = await holdMerchantRow(db, { merchantId, dialect, hold: 'team' })
    if (!merchant) throw new AppError('not_found', 'There is no such merchant.')
    const before = (await listOpenAccounts(db, { merchantId })).find(
      ({ paymentMethod }) => paymentMethod === 'card',
    )
    if (before) {
      await updateProcessorAccount(db, before, {
        closedAt: at,
        nextPollAt: null,
        updatedAt: at,
        ...IMPORT_STOPPED,
      })
    }
    const keyHint = keyHintOf(input.secretKey)
    await insertProcessorAccount(db, {
      ...place,
      processor: 'stripe',
      paymentMethod: 'card',
      secretKey: sealSecret(secretBox, place, { column: 'secretKey', plain: input.secretKey }),
      webhookSecret: webhook
        ? sealSecret(secretBox, place, { column: 'webhookSecret', plain: webhook.secret })
        : null,
      webhookRef: webhook?.ref ?? null,
      keyHint,
      publishableKey: input.publishableKey,
      eventRef,
      nextPollAt: at,
      createdAt: at,
      updatedAt: at,
    })
    await nameAccounts(inner, merchantId)
    await audit(inner, {
      merchantId,
      action: 'processor.connected',
      objectId: id,
      before: before ? { account: before.id, key: before.keyHint } : {},
      after: { processor: 'stripe', paymentMethod: 'card', key: keyHint },
    })
    inner.noteChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    const [row] = (await listOpenAccounts(db, { merchantId })).filter((each) => each.id === id)
    if (!row) throw new Error('an account vanished as it was stored')
    return { account: accountOf(row), replaced: before }
  })
