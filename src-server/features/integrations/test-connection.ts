import type { IntegrationRow } from '#db/tables/webhook-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { DeliveryResult } from '#server/core/ports/sender.ts'
import { emitEvent } from '#server/services/outbox/emit-event.ts'
import { recordDelivery } from '#server/services/outbox/endpoints.queries.ts'
import { findWebhookEvent, updateWebhookEvent } from '#server/services/outbox/events.queries.ts'
import {
  findIntegration,
  INTEGRATION_ENDPOINT,
} from '#server/services/outbox/integrations.queries.ts'
import { signatureOf } from '#server/services/outbox/signature.ts'
import { activeSecrets } from '#server/services/outbox/signing-secrets.ts'
import { toIso } from '#server/shared/day.ts'
import { pingDatabase } from '../environment/environment.queries.ts'
import { deliver } from '../webhooks/deliver.ts'
import { isDelivered } from '../webhooks/webhooks.rules.ts'
import type { ConnectionCheck, ConnectionTest } from './integrations.schema.ts'

/** Maximum clock difference that a receiver tolerates under Standard Webhooks. */
const MAX_SKEW_MS = 5 * 60_000

/** Lease of the test event. Longer than one attempt, so that the worker does not take the event meanwhile. */
const TEST_LEASE_MS = 60_000

type Verdict = Omit<ConnectionCheck, 'name' | 'durationMs'>
const ok = (message: string): Verdict => ({ status: 'ok', message, fix: null })
const failed = (message: string, fix: string): Verdict => ({ status: 'failed', message, fix })
const skipped = (message: string): Verdict => ({ status: 'skipped', message, fix: null })

/** Tests every part that a delivery needs, up to the merchant's own endpoint, and returns what to fix. */
export async function testConnection(
  ctx: MerchantCtx,
  { id }: { id: string },
): Promise<ConnectionTest> {
  const merchantId = ctx.merchant.id
  const integration = await findIntegration(ctx.db, { merchantId })
  if (integration?.id !== id) throw new AppError('not_found', 'There is no such integration.')
  const check = async (name: ConnectionCheck['name'], work: () => Promise<Verdict>) => {
    const startedAt = performance.now()
    const verdict = await work()
    return { name, ...verdict, durationMs: Math.round(performance.now() - startedAt) }
  }
  let delivery: DeliveryResult | undefined
  const [database, api, signature] = await Promise.all([
    check('database', () => tryDatabase(ctx)),
    check('api', () => tryApi(ctx)),
    check('signature', async () => trySignature(ctx, integration)),
  ])
  const endpoint = await check('endpoint', async () => {
    delivery = await tryEndpoint(ctx, integration)
    return endpointVerdict(integration, delivery)
  })
  const clock = await check('clock', async () => clockVerdict(delivery, ctx.now()))
  const checks = [database, api, signature, endpoint, clock]
  const success = checks.every(({ status }) => status !== 'failed')
  if (success) {
    const endpoint = { merchantId, endpointId: INTEGRATION_ENDPOINT }
    await recordDelivery(ctx.db, { ...endpoint, at: toIso(ctx.now()) })
  }
  ctx.publishChange({ merchantId, type: 'integration', action: 'changed', objectId: id })
  return { success, checks }
}

async function tryDatabase({ db, log }: MerchantCtx): Promise<Verdict> {
  try {
    await pingDatabase(db)
    return ok('The database responds.')
  } catch (error) {
    log.warn({ err: error }, 'the database did not respond a connection test')
    return failed('The database does not respond.', 'Look at the environment status page.')
  }
}

async function tryApi({ config, reachApi, log }: MerchantCtx): Promise<Verdict> {
  try {
    const status = await reachApi(`${config.appUrl}/healthz`)
    if (status === 200) return ok('The API responds at its base URL.')
    return failed(
      `The API's base URL responded with ${status}.`,
      'Set APP_URL to the public address.',
    )
  } catch (error) {
    log.info({ err: error }, 'the API was not reached at its base URL')
    return failed(
      'The API could not be reached at its base URL.',
      'Set APP_URL to an address at which this server can be reached.',
    )
  }
}

function trySignature({ secretBox, now, log }: MerchantCtx, row: IntegrationRow): Verdict {
  if (row.secret === null) return skipped('There is no signing secret yet: save a webhook URL.')
  try {
    const secrets = activeSecrets(secretBox, row, now())
    const content = { id: 'evt_TEST', timestampS: Math.floor(now() / 1000), body: '{"test":true}' }
    const signatures = signatureOf(content, secrets).split(' ')
    const isSigned =
      signatures.length === secrets.length && signatures.every((text) => /^v1,.{44}$/.test(text))
    if (isSigned) return ok('The signing secret can be read and signs.')
  } catch (error) {
    log.error({ err: error }, 'a signing secret cannot be read')
  }
  return failed('The signing secret cannot be read.', 'Rotate the signing secret.')
}

/** Sends a signed event `integration.test` at once. The merchant's list of events contains it like any other event. */
async function tryEndpoint(
  ctx: MerchantCtx,
  { webhookUrl, disabledAt }: IntegrationRow,
): Promise<DeliveryResult | undefined> {
  if (webhookUrl === null || disabledAt !== null) return undefined
  const merchantId = ctx.merchant.id
  const event = await inTransaction(ctx, async (inner) => {
    const id = await emitEvent(inner, {
      merchantId,
      type: 'integration.test',
      data: { message: 'A test of the connection', merchantId },
      isTest: true,
    })
    if (id === undefined) return undefined
    const leasedUntil = toIso(ctx.now() + TEST_LEASE_MS)
    await updateWebhookEvent(inner.db, { merchantId, id }, { leasedUntil })
    return findWebhookEvent(inner.db, { merchantId, id })
  })
  return event && deliver(ctx, event, { random: () => 0, mayRetry: false })
}

function endpointVerdict(
  { webhookUrl, disabledAt }: IntegrationRow,
  delivery: DeliveryResult | undefined,
): Verdict {
  if (webhookUrl === null) return skipped('There is no webhook URL.')
  if (disabledAt !== null) {
    return failed('The endpoint is disabled.', 'Save the webhook URL again to switch it on.')
  }
  if (!delivery) return skipped('There is no webhook URL.')
  const { statusCode, error } = delivery
  if (isDelivered(statusCode)) return ok(`The endpoint responded with ${statusCode}.`)
  if (statusCode === null) {
    return failed(
      `The endpoint did not respond: ${error}.`,
      'Check the address, its certificate and its firewall.',
    )
  }
  return failed(
    `The endpoint responded with ${statusCode}.`,
    'It must respond with 2xx within 15 seconds, without a redirect.',
  )
}

function clockVerdict(delivery: DeliveryResult | undefined, nowMs: number): Verdict {
  const endpointMs = Date.parse(delivery?.date ?? '')
  if (Number.isNaN(endpointMs)) return skipped('The endpoint did not say its time.')
  const skewS = Math.round(Math.abs(endpointMs - nowMs) / 1000)
  if (skewS * 1000 <= MAX_SKEW_MS) return ok(`The clocks are ${skewS} s apart.`)
  return failed(
    `The clocks are ${skewS} s apart; receivers tolerate 300 s.`,
    'Set both machines to network time (NTP).',
  )
}
