import { AppError } from '#server/core/calls/errors.ts'
import { BoundedMap } from '#server/shared/bounded-map.ts'
import type { PayPalClients } from './paypal-client.ts'
import { isRefusedRequest } from './paypal-errors.ts'
import type { Transmission } from './paypal-signature.ts'

/**
 * Maximum notifications of one webhook per minute that are sent to PayPal to verify. Polling finds the events of
 * notifications beyond this number.
 */
const MAX_CHECKS = 30
const CHECKED_MS = 60_000
/** Webhooks whose checks are counted. A further one replaces the oldest. */
const MAX_WEBHOOKS = 10_000

type Notification = {
  body: Buffer
  transmission: Transmission
  /** Ids of the account's webhooks. */
  secrets: readonly string[]
  /** Decrypts the account's credentials; null if the account has none. */
  openKey: () => string | null
  nowMs: number
}

/**
 * Returns a check of signatures whose certificate cannot be fetched: PayPal verifies them, and gets the event's bytes
 * as they arrived. Anyone may send notifications, so the number of calls is limited.
 * @throws AppError `limit`
 */
export function createVerifier(
  clients: PayPalClients,
): (notification: Notification) => Promise<boolean> {
  const checks = new BoundedMap<string, { sinceMs: number; count: number }>(MAX_WEBHOOKS)

  function countCheck(webhookId: string, nowMs: number): void {
    const last = checks.get(webhookId)
    const current = last && nowMs - last.sinceMs < CHECKED_MS ? last : { sinceMs: nowMs, count: 0 }
    if (current.count >= MAX_CHECKS) {
      const retryAfterS = Math.ceil((current.sinceMs + CHECKED_MS - nowMs) / 1000)
      throw new AppError('limit', 'Too many events wait for PayPal to verify them.', {
        retryAfterS,
      })
    }
    checks.set(webhookId, { ...current, count: current.count + 1 })
  }

  return async (notification) => {
    const { body, secrets, openKey, nowMs } = notification
    const secretKey = openKey()
    // Text that is not one JSON object could add fields to the request, such as the id of the sender's own webhook.
    if (secretKey === null || parseEvent(body) === undefined) return false
    for (const webhookId of secrets) {
      countCheck(webhookId, nowMs)
      if (await isVerified(clients, notification, { secretKey, webhookId })) return true
    }
    return false
  }
}

async function isVerified(
  clients: PayPalClients,
  { body, transmission }: Notification,
  { secretKey, webhookId }: { secretKey: string; webhookId: string },
): Promise<boolean> {
  const { id, time, signature, certUrl, algorithm } = transmission
  const fields = JSON.stringify({
    transmission_id: id,
    transmission_time: time,
    transmission_sig: signature,
    cert_url: certUrl,
    auth_algo: algorithm,
    webhook_id: webhookId,
  })
  const json = `${fields.slice(0, -1)},"webhook_event":${body.toString('utf8')}}`
  const path = '/v1/notifications/verify-webhook-signature'
  const response = await clients
    .of(secretKey)
    .call({ method: 'POST', path, json })
    .catch((error: unknown) => {
      if (isRefusedRequest(error)) return undefined
      throw error
    })
  return (
    typeof response === 'object' &&
    response !== null &&
    'verification_status' in response &&
    response.verification_status === 'SUCCESS'
  )
}

/** Returns undefined when the body is not a JSON object. */
export function parseEvent(body: Buffer): object | undefined {
  try {
    const event: unknown = JSON.parse(body.toString('utf8'))
    return typeof event === 'object' && event !== null ? event : undefined
  } catch {
    return undefined
  }
}
