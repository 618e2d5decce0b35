import { createHmac, randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { newId, type StripeAccount } from './account.ts'
import { API_VERSION } from './events.ts'
import { assertKnownParameters, type FormBody, invalid, requiredText, textOf } from './form-body.ts'
import type { StandInContext } from './payment-intents.ts'
import { missing } from './stripe-refusal.ts'

export type Endpoint = { endpoint: Stripe.WebhookEndpoint; secret: string }

/** Returns the new endpoint with its secret, which no later response contains. */
export function createEndpoint(
  { account, nowMs }: StandInContext,
  body: FormBody,
): Stripe.WebhookEndpoint {
  assertKnownParameters(body, ['url', 'enabled_events', 'api_version', 'description', 'metadata'])
  const url = requiredText(body, 'url')
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' }
  if (!/^https?:$/.test(protocol)) throw invalid('url', 'Invalid URL: an explicit scheme is needed')
  if (account.isLive && protocol !== 'https:') {
    throw invalid('url', 'Invalid URL: URL must be https in live mode')
  }
  const events = body['enabled_events']
  if (!Array.isArray(events) || events.length === 0) requiredText({}, 'enabled_events')
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: textOf(body, 'api_version') ?? null,
    application: null,
    created: Math.floor(nowMs / 1000),
    description: textOf(body, 'description') ?? null,
    enabled_events: (events as string[]).map(String),
    livemode: account.isLive,
    metadata: {},
    status: 'enabled',
    url,
  }
  const secret = `whsec_${randomBytes(24).toString('hex')}`
  account.endpoints.set(endpoint.id, { endpoint, secret })
  return { ...endpoint, secret }
}

export function deleteEndpoint(
  { account }: StandInContext,
  id: string,
): Stripe.DeletedWebhookEndpoint {
  if (!account.endpoints.delete(id)) throw missing('webhook endpoint', id)
  return { id, object: 'webhook_endpoint', deleted: true }
}

/** Returns Stripe's signature of a body, `t=…,v1=…`. */
export function signatureOf(body: string, secret: string, atMs: number): string {
  const t = Math.floor(atMs / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return `t=${t},v1=${v1}`
}

export type Delivery = {
  /** Deliveries of each event. */
  times?: number
  /** Sends the newest event first. */
  isReversed?: boolean
  /** Milliseconds by which the sender's clock is ahead. */
  skewMs?: number
  /** Another secret for the signature, as a stranger would use. */
  secret?: string
}

/** Sends the unsent events one after another, and returns the response statuses. */
export async function deliver(
  account: StripeAccount,
  nowMs: number,
  { times = 1, isReversed = false, skewMs = 0, secret: otherSecret }: Delivery = {},
): Promise<number[]> {
  const unsent = account.events.slice(account.delivered)
  account.delivered = account.events.length
  const events = isReversed ? unsent.toReversed() : unsent
  const statuses: number[] = []
  for (const event of events) {
    for (const { endpoint, secret } of account.endpoints.values()) {
      if (!isSubscribedTo(endpoint, event.type)) continue
      const body = JSON.stringify({ ...event, api_version: endpoint.api_version ?? API_VERSION })
      for (let n = 0; n < times; n++) {
        const response = await fetch(endpoint.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
            'stripe-signature': signatureOf(body, otherSecret ?? secret, nowMs + skewMs),
          },
          body,
        })
        await response.arrayBuffer()
        statuses.push(response.status)
      }
    }
  }
  return statuses
}

const isSubscribedTo = ({ enabled_events: types }: Stripe.WebhookEndpoint, type: string) =>
  types.includes('*') || types.includes(type)
