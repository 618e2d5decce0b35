import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { ConnectableProcessor } from '#server/core/ports/processor.ts'
import { audit } from '#server/services/audit/audit.ts'
import { openSecret, sealSecret } from '#server/services/processors/account-secrets.ts'
import {
  findProcessorAccount,
  insertProcessorAccount,
  listProcessorAccounts,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { assertPermissions, assertSameMode } from './key-checks.ts'
import { releaseMethod } from './methods/additional-method.ts'
import { findConnectable } from './open-account.ts'
import { accountOf } from './processor-accounts.rules.ts'
import type { NewProcessorAccount, ProcessorAccount } from './processor-accounts.schema.ts'
import { IMPORT_STOPPED } from './processor-imports.queries.ts'
import { isKeyOfAccount } from './same-account.ts'
import { storeAccountRoutes } from './store-account-routes.ts'

/** URL to which a processor sends notifications. */
export const notificationUrl = (appUrl: string, id: string): string => `${appUrl}/hooks/${id}`

type Account = Selectable<ProcessorAccountRow>
type Webhook = { secret: string; ref: string | null } | undefined

/** A secret key and its processor. */
type ProcessorKey = { processor: ConnectableProcessor; secretKey: string }

/** Time for which the former webhook secret stays valid next to the new one. */
const OVERLAP_MS = 24 * 60 * 60_000

/**
 * Connects an account at a processor for a payment method, once its key has the permissions that payments need. An
 * account that was connected before is reopened with the new API key and its payments. Another account that takes
 * payments of this method is closed; its earlier payments are still checked.
 */
export async function connectAccount(
  ctx: MerchantCtx,
  input: NewProcessorAccount,
): Promise<ProcessorAccount> {
  const { secretKey, publishableKey } = input
  const processor = findConnectable(ctx.processors, input.processor)
  const { accounts } = processor
  await assertSameMode(ctx.merchant, processor, { secretKey, publishableKey })
  assertPermissions(processor, await accounts.tryPermissions(secretKey))
  const eventRef = await accounts.newestEventRef(secretKey)
  const accountRef = await accounts.refOf(secretKey)
  const sameAccounts = await listMatchingAccounts(ctx, { processor, secretKey, accountRef })
  const id = sameAccounts[0]?.id ?? ctx.newId('acc')
  const webhook = await prepareWebhook(ctx, { id, processor, input })
  const stored = storeConnection(ctx, {
    id,
    processor,
    sameAccounts,
    input,
    webhook,
    eventRef,
    accountRef,
  })
  const { account, before, replaced } = await stored.catch(async (error: unknown) => {
    await removeWebhook(ctx, { processor, secretKey }, webhook?.ref ?? null)
    throw error
  })
  // Another request connected the account meanwhile, so this endpoint calls an id that does not exist.
  if (webhook && account.webhookRef !== webhook.ref) {
    await removeWebhook(ctx, { processor, secretKey }, webhook.ref)
  }
  if (before && before.webhookRef !== null && account.webhookRef !== before.webhookRef) {
    await removeWebhook(ctx, { processor, secretKey }, before.webhookRef)
  }
  if (replaced?.secretKey) {
    const former = {
      processor: findConnectable(ctx.processors, replaced.processor),
      secretKey: openSecret(ctx.secretBox, replaced, 'secretKey'),
    }
    await removeWebhook(ctx, former, replaced.webhookRef)
  }
  return accountOf(account)
}

/**
 * Lists the merchant's rows of the processor account that the API key belongs to: open ones first, then the newest. There
 * are several only where an earlier release inserted one per connection.
 */
async function listMatchingAccounts(
  ctx: MerchantCtx,
  { processor, ...key }: ProcessorKey & { accountRef: string | null },
): Promise<Account[]> {
  const all = await listProcessorAccounts(ctx.db, { merchantId: ctx.merchant.id })
  const matching: Account[] = []
  for (const each of all.filter((one) => one.processor === processor.name)) {
    if (await isKeyOfAccount(ctx, each, key)) matching.push(each)
  }
  return [
    ...matching.filter(({ closedAt }) => closedAt === null),
    ...matching.filter(({ closedAt }) => closedAt !== null),
  ]
}

type WebhookRequest = { id: string; processor: ConnectableProcessor; input: NewProcessorAccount }

/** Returns the pasted webhook secret, or creates an endpoint at the processor if the merchant wants one. */
async function prepareWebhook(
  ctx: MerchantCtx,
  { id, processor, input: { secretKey, makeWebhook, webhookSecret } }: WebhookRequest,
): Promise<Webhook> {
  if (webhookSecret !== undefined) return { secret: webhookSecret, ref: null }
  if (!makeWebhook) return undefined
  const url = notificationUrl(ctx.config.appUrl, id)
  // The random part creates a new endpoint for each connection, also when an account is connected again.
  const onceKey = `${id}:webhook:${randomUUID()}`
  const created = await processor.accounts
    .createWebhook(secretKey, { url, onceKey })
    .catch((error: unknown) => {
      // Without an endpoint, events are polled, which takes a little longer but needs no public URL.
      ctx.log.warn(
        { err: error, account: id },
        'no webhook endpoint could be made at the processor',
      )
      return null
    })
  return created ?? undefined
}

/** Deletes the endpoint at the processor. If that fails, the endpoint calls a closed account and gets 404. */
export async function removeWebhook(
  ctx: MerchantCtx,
  { processor, secretKey }: ProcessorKey,
  ref: string | null,
): Promise<void> {
  if (ref === null) return
  await processor.accounts
    .deleteWebhook(secretKey, ref)
    .catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'a webhook endpoint could not be removed at the processor'),
    )
}

/** Returns the columns of a new webhook secret; the former one stays valid for 24 hours. */
export const newWebhookSecret = (
  { secretBox, now }: Pick<MerchantCtx, 'secretBox' | 'now'>,
  before: Account,
  plain: string,
) => ({
  webhookSecret: sealSecret(secretBox, before, { column: 'webhookSecret', plain }),
  formerWebhookSecret: before.webhookSecret,
  formerWebhookSecretUntil: toIso(now() + OVERLAP_MS),
})

type NewConnection = {
  id: string
  processor: ConnectableProcessor
  accountRef: string | null
  /** Other rows of the same account at the processor. */
  sameAccounts: readonly Account[]
  input: NewProcessorAccount
  webhook: Webhook
  eventRef: string | null
}

/** `before`: the account before it was reconnected; `replaced`: another account that took payments until now. */
type Connection = { account: Account; before: Account | undefined; replaced: Account | undefined }

const storeConnection = (ctx: MerchantCtx, created: NewConnection): Promise<Connection> =>
  inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const merchantId = ctx.merchant.id
    const at = toIso(ctx.now())
    const merchant = await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
    if (!merchant) throw new AppError('not_found', 'There is no such merchant.')
    const all = await listProcessorAccounts(db, { merchantId })
    const { accountRef } = created
    // Another request may have connected the account since `listMatchingAccounts` ran.
    const before =
      all.find(({ id }) => id === created.id) ??
      all.find(
        (each) =>
          accountRef !== null &&
          each.accountRef === accountRef &&
          each.processor === created.processor.name,
      )
    const id = before?.id ?? created.id
    const { paymentMethod } = created.processor.accounts
    const replaced = all.find(
      (each) => each.paymentMethod === paymentMethod && each.closedAt === null && each.id !== id,
    )
    if (replaced) {
      await updateProcessorAccount(db, replaced, {
        closedAt: at,
        nextPollAt: null,
        updatedAt: at,
        ...IMPORT_STOPPED,
      })
    }
    const webhook = id === created.id ? created.webhook : undefined
    const account = before
      ? await reopenAccount(inner, before, { ...created, webhook })
      : await insertAccount(inner, { ...created, id })
    const ids = new Set(created.sameAccounts.map((each) => each.id))
    await storeKey(
      inner,
      all.filter((each) => each.id !== id && ids.has(each.id)),
      { processor: created.processor, secretKey: created.input.secretKey },
    )
    await releaseMethod(inner, { merchantId, paymentMethod })
    await storeAccountRoutes(inner, merchantId)
    const former = replaced ?? before
    await audit(inner, {
      merchantId,
      action: 'processor.connected',
      objectId: id,
      before: former ? { account: former.id, key: former.keyHint } : {},
      after: { processor: created.processor.name, paymentMethod, key: account.keyHint },
    })
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return { account, before, replaced }
  })

/** Returns the columns set both for a new account and for a reconnected one. */
const connectionColumns = (
  { secretBox, now }: MerchantCtx,
  accountKey: Pick<Account, 'merchantId' | 'id'>,
  { input, accountRef, processor }: Pick<NewConnection, 'input' | 'accountRef' | 'processor'>,
) => ({
  ...(accountRef !== null && { accountRef }),
  secretKey: sealSecret(secretBox, accountKey, { column: 'secretKey', plain: input.secretKey }),
  keyHint: processor.accounts.maskKey(input.secretKey),
  publishableKey: input.publishableKey ?? null,
  nextPollAt: toIso(now()),
  updatedAt: toIso(now()),
})

async function insertAccount(
  inner: MerchantCtx,
  { id, webhook, eventRef, ...created }: NewConnection,
): Promise<Account> {
  const { db, secretBox, now } = inner
  const accountKey = { merchantId: inner.merchant.id, id }
  await insertProcessorAccount(db, {
    ...accountKey,
    processor: created.processor.name,
    paymentMethod: created.processor.accounts.paymentMethod,
    ...connectionColumns(inner, accountKey, created),
    webhookSecret: webhook
      ? sealSecret(secretBox, accountKey, { column: 'webhookSecret', plain: webhook.secret })
      : null,
    webhookRef: webhook?.ref ?? null,
    eventRef,
    createdAt: toIso(now()),
  })
  const row = await findProcessorAccount(db, accountKey)
  if (!row) throw new Error('an account vanished as it was stored')
  return row
}

/** Reopens an account: polling resumes after the last event that was read, and a stopped import resumes. */
async function reopenAccount(
  inner: MerchantCtx,
  before: Account,
  { webhook, ...created }: NewConnection,
): Promise<Account> {
  const at = toIso(inner.now())
  const isClosed = before.closedAt !== null
  const row = await updateProcessorAccount(inner.db, before, {
    ...connectionColumns(inner, before, created),
    // An open account keeps its endpoint unless a new one was created.
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

/** Stores an API key in other rows of the same account, which need it to check their payments. */
export async function storeKey(
  { db, secretBox, now }: MerchantCtx,
  rows: readonly Account[],
  { processor, secretKey: plain }: ProcessorKey,
): Promise<void> {
  for (const row of rows) {
    await updateProcessorAccount(db, row, {
      secretKey: sealSecret(secretBox, row, { column: 'secretKey', plain }),
      keyHint: processor.accounts.maskKey(plain),
      updatedAt: toIso(now()),
    })
  }
}
