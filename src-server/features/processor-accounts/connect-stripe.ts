import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import { audit } from '#server/services/audit/audit.ts'
import { openSecret, sealSecret } from '#server/services/processors/account-secrets.ts'
import {
  findProcessorAccount,
  insertProcessorAccount,
  listProcessorAccounts,
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
import { accountRefOf, isKeyOf } from './same-account.ts'
import { asStripe, permissionsOf } from './stripe-access.ts'

/** What Stripe calls us at. */
export const hookUrl = (appUrl: string, id: string): string => `${appUrl}/hooks/${id}`

type Account = Selectable<ProcessorAccountRow>
type Webhook = { secret: string; ref: string | null } | undefined

/** For so long the secret of before signs beside the new one. */
const OVERLAP_MS = 24 * 60 * 60_000

/**
 * Lets a merchant's card payments go to their Stripe account, once its key has shown that it may do what they need.
 * An account that was connected before is the same one again, with its payments, under the new key. Another one that
 * takes payments now takes no more; what it began is asked of it as before.
 */
export async function connectStripe(
  ctx: MerchantCtx,
  input: NewProcessorAccount,
): Promise<ProcessorAccount> {
  const { secretKey, publishableKey } = input
  assertSameMode(ctx.merchant, { secretKey, publishableKey })
  assertSuffices(await permissionsOf(ctx, secretKey))
  const eventRef = await asStripe(ctx, secretKey, async (stripe) => {
    const newest = await stripe.events.list({ limit: 1 })
    return newest.data[0]?.id ?? null
  })
  const accountRef = await accountRefOf(ctx, secretKey)
  const same = await listSame(ctx, { secretKey, accountRef })
  const id = same[0]?.id ?? ctx.newId('acc')
  const webhook = await webhookOf(ctx, { id, ...input })
  const stored = store(ctx, { id, same, input, webhook, eventRef, accountRef })
  const { account, before, replaced } = await stored.catch(async (error: unknown) => {
    await removeWebhook(ctx, secretKey, webhook?.ref ?? null)
    throw error
  })
  // Somebody else connected the account meanwhile: the endpoint calls at an id that is none.
  if (webhook && account.webhookRef !== webhook.ref) {
    await removeWebhook(ctx, secretKey, webhook.ref)
  }
  if (before && before.webhookRef !== null && account.webhookRef !== before.webhookRef) {
    await removeWebhook(ctx, secretKey, before.webhookRef)
  }
  if (replaced) {
    const formerKey = openSecret(ctx.secretBox, replaced, 'secretKey')
    await removeWebhook(ctx, formerKey, replaced.webhookRef)
  }
  return accountOf(account)
}

type Whose = { secretKey: string; accountRef: string | null }

/**
 * Lists the merchant's accounts that are the one at Stripe whose key this is: the one that takes payments first, then
 * the newest. There is one at most, unless an earlier release stored it anew each time.
 */
async function listSame(ctx: MerchantCtx, whose: Whose): Promise<Account[]> {
  const all = await listProcessorAccounts(ctx.db, { merchantId: ctx.merchant.id })
  const same: Account[] = []
  for (const each of all.filter(({ processor }) => processor === 'stripe')) {
    if (await isKeyOf(ctx, each, whose)) same.push(each)
  }
  return [
    ...same.filter(({ closedAt }) => closedAt === null),
    ...same.filter(({ closedAt }) => closedAt !== null),
  ]
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
      // An account that is connected again gets an endpoint of its own each time.
      { idempotencyKey: `${id}:webhook:${randomUUID()}` },
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

/** Another secret by which Stripe signs; the one before it counts for a day beside it. */
export const newWebhookSecret = (
  { secretBox, now }: Pick<MerchantCtx, 'secretBox' | 'now'>,
  before: Account,
  plain: string,
) => ({
  webhookSecret: sealSecret(secretBox, before, { column: 'webhookSecret', plain }),
  formerWebhookSecret: before.webhookSecret,
  formerWebhookSecretUntil: toIso(now() + OVERLAP_MS),
})

type NewConnection = Whose & {
  id: string
  same: readonly Account[]
  input: NewProcessorAccount
  webhook: Webhook
  eventRef: string | null
}

/** `before`: the account as it was, where it is connected again; `replaced`: another one that took payments. */
type Connection = { account: Account; before: Account | undefined; replaced: Account | undefined }

const store = (ctx: MerchantCtx, made: Omit<NewConnection, 'secretKey'>): Promise<Connection> =>
  inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const merchantId = ctx.merchant.id
    const at = toIso(ctx.now())
    const merchant = await holdMerchantRow(db, { merchantId, dialect, hold: 'team' })
    if (!merchant) throw new AppError('not_found', 'There is no such merchant.')
    const all = await listProcessorAccounts(db, { merchantId })
    const { accountRef } = made
    // Somebody else may have connected it a moment ago.
    const before =
      all.find(({ id }) => id === made.id) ??
      all.find((each) => accountRef !== null && each.accountRef === accountRef)
    const id = before?.id ?? made.id
    const open = all.find(
      (each) => each.paymentMethod === 'card' && each.closedAt === null && each.id !== id,
    )
    if (open) {
      await updateProcessorAccount(db, open, {
        closedAt: at,
        nextPollAt: null,
        updatedAt: at,
        ...IMPORT_STOPPED,
      })
    }
    const webhook = id === made.id ? made.webhook : undefined
    const account = before
      ? await openAgain(inner, before, { ...made, webhook })
      : await insertAccount(inner, { ...made, id })
    const ids = new Set(made.same.map((each) => each.id))
    await putKey(
      inner,
      all.filter((each) => each.id !== id && ids.has(each.id)),
      made.input.secretKey,
    )
    await nameAccounts(inner, merchantId)
    const former = open ?? before
    await audit(inner, {
      merchantId,
      action: 'processor.connected',
      objectId: id,
      before: former ? { account: former.id, key: former.keyHint } : {},
      after: { processor: 'stripe', paymentMethod: 'card', key: account.keyHint },
    })
    inner.noteChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return { account, before, replaced: open }
  })

/** Columns that are written alike for a new account and for one that is connected again. */
const connection = (
  { secretBox, now }: MerchantCtx,
  place: Pick<Account, 'merchantId' | 'id'>,
  { input, accountRef }: Pick<NewConnection, 'input' | 'accountRef'>,
) => ({
  ...(accountRef !== null && { accountRef }),
  secretKey: sealSecret(secretBox, place, { column: 'secretKey', plain: input.secretKey }),
  keyHint: keyHintOf(input.secretKey),
  publishableKey: input.publishableKey,
  nextPollAt: toIso(now()),
  updatedAt: toIso(now()),
})

async function insertAccount(
  inner: MerchantCtx,
  { id, webhook, eventRef, ...made }: Omit<NewConnection, 'secretKey'>,
): Promise<Account> {
  const { db, secretBox, now } = inner
  const place = { merchantId: inner.merchant.id, id }
  await insertProcessorAccount(db, {
    ...place,
    processor: 'stripe',
    paymentMethod: 'card',
    ...connection(inner, place, made),
    webhookSecret: webhook
      ? sealSecret(secretBox, place, { column: 'webhookSecret', plain: webhook.secret })
      : null,
    webhookRef: webhook?.ref ?? null,
    eventRef,
    createdAt: toIso(now()),
  })
  const row = await findProcessorAccount(db, place)
  if (!row) throw new Error('an account vanished as it was stored')
  return row
}

/** Goes on where the account was: from the last event that was read of it, and with an import that was stopped. */
async function openAgain(
  inner: MerchantCtx,
  before: Account,
  { webhook, ...made }: Omit<NewConnection, 'secretKey'>,
): Promise<Account> {
  const at = toIso(inner.now())
  const isClosed = before.closedAt !== null
  const row = await updateProcessorAccount(inner.db, before, {
    ...connection(inner, before, made),
    // The endpoint of one that takes payments stays where no other was made.
    ...(webhook
      ? { ...newWebhookSecret(inner, before, webhook.secret), webhookRef: webhook.ref }
      : isClosed && { webhookSecret: null, webhookRef: null }),
    pollFailures: 0,
    closedAt: null,
    ...(isClosed && before.importState === 'running' && { importDueAt: at }),
  })
  if (!row) throw new Error('an account vanished as it was connected again')
  return row
}

/** Puts a key into further rows of the same account, whose payments are asked about with it. */
export async function putKey(
  { db, secretBox, now }: MerchantCtx,
  rows: readonly Account[],
  plain: string,
): Promise<void> {
  for (const row of rows) {
    await updateProcessorAccount(db, row, {
      secretKey: sealSecret(secretBox, row, { column: 'secretKey', plain }),
      keyHint: keyHintOf(plain),
      updatedAt: toIso(now()),
    })
  }
}
