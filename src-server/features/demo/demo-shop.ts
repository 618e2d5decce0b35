import type { RequestLogRow } from '#db/tables/webhook-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { MerchantCtx, UserCtx, World } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { recordDelivery } from '#server/services/outbox/endpoints.queries.ts'
import {
  findIntegration,
  INTEGRATION_ENDPOINT,
} from '#server/services/outbox/integrations.queries.ts'
import { addDays, localMoment, startOfDayMs, toIso } from '#server/shared/day.ts'
import { storeKeyUse } from '../api-keys/api-keys.queries.ts'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { updateIntegration } from '../integrations/update-integration.ts'
import { inviteMember } from '../team/invite-member.ts'

/** The API key with which the shop's programs call. */
export type DemoShop = { keyId: string; keyPrefix: string }

/** Sets the clock of a context to an hour of a past day, in the merchant's time zone. */
export type DemoClock = {
  at: <C extends World>(ctx: C, daysAgo: number, hour: number) => C
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export function demoClock(nowMs: number, timezone: string): DemoClock {
  const today = localMoment(nowMs, timezone).day
  return {
    at: (ctx, daysAgo, hour) => {
      const atMs = startOfDayMs(addDays(today, -daysAgo), timezone) + hour * HOUR_MS
      return { ...ctx, now: () => Math.min(atMs, nowMs) }
    },
  }
}

/** A host name that can never be reached, so that no sample data is sent to a real host. */
const WEBHOOK_URL = 'https://shop.caffe-demo.example/incasso/webhooks'

/**
 * Performs an owner's actions since sign-up in their order, with the functions that the owner's requests would call.
 */
export async function setUpShop(ctx: UserCtx & MerchantCtx, { at }: DemoClock): Promise<DemoShop> {
  const merchantId = ctx.merchant.id
  const key = await createApiKey(at(ctx, 88, 10), {
    name: 'Online shop',
    scopes: ['read', 'write'],
  })
  const integration = await findIntegration(ctx.db, { merchantId })
  if (integration) {
    await updateIntegration(at(ctx, 88, 10.5), { id: integration.id, webhookUrl: WEBHOOK_URL })
    await recordDelivery(ctx.db, {
      merchantId,
      endpointId: INTEGRATION_ENDPOINT,
      at: toIso(ctx.now() - 20 * MINUTE_MS),
    })
  }
  const signInOn = async (...daysAgo: number[]) => {
    for (const days of daysAgo) await signIn(at(ctx, days, 8.7))
  }
  await signInOn(84, 75, 66, 57, 48, 39)
  const accountingKey = await createApiKey(at(ctx, 35, 15), {
    name: 'Accounting',
    scopes: ['read'],
  })
  await signInOn(30, 21)
  await audit(at(ctx, 21, 17), {
    merchantId,
    action: 'transactions.exported',
    objectId: merchantId,
    after: { filter: { status: 'success', sort: '-createdAt' } },
  })
  await signInOn(12, 2)
  // Without a mailer, since the invited person does not exist.
  await inviteMember(
    { ...at(ctx, 2, 9.2), mailer: undefined },
    { role: 'staff', email: 'giulia.conti@example.com' },
  )
  const ago = (ms: number) => toIso(ctx.now() - ms)
  await storeKeyUse(ctx.db, { merchantId, id: key.id }, ago(4 * MINUTE_MS))
  await storeKeyUse(ctx.db, { merchantId, id: accountingKey.id }, ago(31 * HOUR_MS))
  return { keyId: key.id, keyPrefix: key.prefix }
}

const signIn = (ctx: UserCtx & MerchantCtx) =>
  audit(ctx, {
    merchantId: ctx.merchant.id,
    action: 'member.signed_in',
    objectId: ctx.actor.user.id,
    after: { method: 'password' },
  })

const LOGGED_PAYMENTS = 40

/** Makes the shop's logged requests for its latest payments, and a later read of every fifth payment. */
export function demoRequests(
  ctx: MerchantCtx,
  { keyId, keyPrefix }: DemoShop,
  payments: readonly TransactionRow[],
): RequestLogRow[] {
  return payments.slice(-LOGGED_PAYMENTS).flatMap((payment, index) => {
    const row = (changes: Partial<RequestLogRow>): RequestLogRow => ({
      merchantId: ctx.merchant.id,
      id: ctx.newId('log'),
      at: payment.createdAt,
      method: 'POST',
      path: '/api/payments',
      status: 201,
      durationMs: 21 + ((index * 13) % 57),
      keyId,
      keyPrefix,
      idempotencyKey: `order-${4100 + index}`,
      requestId: `demo-${index}`,
      reason: null,
      ...changes,
    })
    if (index % 5 !== 3) return [row({})]
    const path = `/api/transactions/${payment.id}`
    const readRequest = { method: 'GET', path, status: 200, idempotencyKey: null, durationMs: 6 }
    return [
      row({}),
      row({ ...readRequest, at: payment.updatedAt, requestId: `demo-${index}-look` }),
    ]
  })
}
