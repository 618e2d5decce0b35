import { type KeyObject, randomUUID, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { newPayPalId, type PayPalAccount, type Webhook } from './account.ts'
import { certificateOf, newKeys } from './certificate.ts'
import { assertFields, malformed, PayPalRefusal, resourceNotFound } from './refusal.ts'
import type { PayPalEvent } from './resources.ts'
import type { StandInContext } from './stand-in-context.ts'

const WEBHOOK_EVENTS = '/v1/notifications/webhooks-events'
const CERTIFICATES = '/v1/notifications/certs'
const MAX_WEBHOOKS = 10

/** PayPal's key, and one that is not PayPal's. The stand-in's process makes them once. */
const keys = newKeys()
const strangersKeys = newKeys()

/** Returns the file of PayPal's certificate; undefined for any other path. */
export const certificateAt = (pathname: string, nowMs: number): string | undefined =>
  pathname === `${CERTIFICATES}/CERT-1` ? certificateOf(keys, nowMs) : undefined

export function createWebhook({ account }: StandInContext, body: Partial<Webhook>): Webhook {
  assertFields(body, ['url', 'event_types'])
  const { url, event_types: types } = body
  if (url === undefined || !Array.isArray(types) || types.length === 0) throw malformed('url')
  if ([...account.webhooks.values()].some((each) => each.url === url)) {
    throw new PayPalRefusal(400, 'WEBHOOK_URL_ALREADY_EXISTS')
  }
  if (account.webhooks.size >= MAX_WEBHOOKS) {
    throw new PayPalRefusal(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED')
  }
  const webhook = { id: newPayPalId(), url, event_types: types }
  account.webhooks.set(webhook.id, webhook)
  return webhook
}

export function deleteWebhook({ account }: StandInContext, id: string): undefined {
  if (!account.webhooks.delete(id)) throw resourceNotFound()
}

/** Lists events, newest first. The next page begins after the last event of this one. */
export function listEvents({ account, apiUrl }: StandInContext, query: URLSearchParams) {
  const size = Number(query.get('page_size') ?? 10)
  const from = Date.parse(query.get('start_time') ?? '1970-01-01')
  const to = Date.parse(query.get('end_time') ?? '2999-01-01')
  const skip = Number(query.get('offset') ?? 0)
  const matching = account.events
    .filter(({ create_time: at }) => Date.parse(at) >= from && Date.parse(at) <= to)
    .toReversed()
  const events = matching.slice(skip, skip + size)
  const nextQuery = new URLSearchParams(query)
  nextQuery.set('offset', String(skip + size))
  const isMore = matching.length > skip + size
  const next = { rel: 'next', href: `${apiUrl}${WEBHOOK_EVENTS}?${nextQuery}` }
  return { events, count: events.length, links: isMore ? [next] : [] }
}

export function findEvent({ account }: StandInContext, id: string): PayPalEvent {
  const event = account.events.find((each) => each.id === id)
  if (!event) throw resourceNotFound()
  return event
}

type SignedParts = { id: string; time: string; webhookId: string; body: Buffer }

const signedText = ({ id, time, webhookId, body }: SignedParts) =>
  Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`)

type SignatureCheck = Record<
  'transmission_id' | 'transmission_time' | 'transmission_sig' | 'webhook_id',
  string
>

/** Returns whether PayPal signed an event. The event's bytes are taken from the request as they were sent. */
export function verifySignature({ account }: StandInContext, json: string) {
  const body = JSON.parse(json) as SignatureCheck
  const event = /"webhook_event":(.*)\}$/s.exec(json)?.[1] ?? ''
  const isSigned =
    account.webhooks.has(body.webhook_id) &&
    verify(
      'sha256',
      signedText({
        id: body.transmission_id,
        time: body.transmission_time,
        webhookId: body.webhook_id,
        body: Buffer.from(event),
      }),
      keys.publicKey,
      Buffer.from(body.transmission_sig, 'base64'),
    )
  return { verification_status: isSigned ? 'SUCCESS' : 'FAILURE' }
}

/** Options for the delivery of events to webhooks. */
export type Delivery = {
  /** Deliveries of each event. */
  times?: number
  /** Sends the newest event first. */
  isReversed?: boolean
  /** Signs with a stranger's key, names a certificate of another host, or changes the body afterwards. */
  forged?: 'signature' | 'certificate host' | 'body'
  /** Milliseconds by which the time of sending is ahead. */
  skewMs?: number
}

type Sending = Delivery & { nowMs: number; url: string }

/** Returns headers and body of a notification, as PayPal sends them. */
export function notificationOf(
  event: PayPalEvent,
  webhookId: string,
  { forged, skewMs = 0, nowMs, url }: Sending,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(event)
  const [id, time] = [randomUUID(), new Date(nowMs + skewMs).toISOString()]
  const key: KeyObject = forged === 'signature' ? strangersKeys.privateKey : keys.privateKey
  const signed = signedText({ id, time, webhookId, body: Buffer.from(body) })
  const origin = forged === 'certificate host' ? 'https://api.paypal.com.example' : url
  return {
    headers: {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign('sha256', signed, key).toString('base64'),
      'paypal-cert-url': `${origin}${CERTIFICATES}/CERT-1`,
      'paypal-auth-algo': 'SHA256withRSA',
    },
    body: forged === 'body' ? body.replace('"1.0"', '"1.1"') : body,
  }
}

/** Sends the unsent events one after another, and returns the response statuses. */
export async function deliver(account: PayPalAccount, how: Sending): Promise<number[]> {
  const unsent = account.events.slice(account.delivered)
  account.delivered = account.events.length
  const statuses: number[] = []
  for (const event of how.isReversed ? unsent.toReversed() : unsent) {
    for (const { id, url, event_types: types } of account.webhooks.values()) {
      if (!types.some(({ name }) => name === event.event_type || name === '*')) continue
      for (let n = 0; n < (how.times ?? 1); n++) {
        const response = await fetch(url, { method: 'POST', ...notificationOf(event, id, how) })
        await response.arrayBuffer()
        statuses.push(response.status)
      }
    }
  }
  return statuses
}
