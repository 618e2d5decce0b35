import { eventTypes, type webhooks } from './api.gen.ts'
import { WebhookProblem } from './problems.ts'

type EventName = keyof webhooks
type EventBody<Name extends EventName> =
  webhooks[Name]['post']['requestBody']['content']['application/json']

/** An event of a type that this release lacks: a newer server can send it. Ignore it, and respond with 2xx. */
export type UnknownEvent = {
  id: string
  type: 'unknown'
  /** The type as sent. */
  unknownType: string
  timestamp: string
  data: Record<string, unknown>
}

/** A verified event. Each event can arrive twice: store the `id` of every event that you have processed. */
export type WebhookEvent =
  | { [Name in EventName]: { id: string } & EventBody<Name> }[EventName]
  | UnknownEvent

/** Headers of a request: the headers object of `fetch`, of Node, or any object with lower-case names. */
export type WebhookHeaders =
  | { get: (name: string) => string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

export type VerifyOptions = {
  /** The current time; the clock of this machine by default. */
  now?: Date
  /** Seconds that the timestamp may differ from `now`, in both directions; 300 by default. */
  toleranceS?: number
}

/**
 * Verifies a webhook (Standard Webhooks 1.0.0) and returns its event. `body` is the text or the bytes as received,
 * before any code parses them; `secrets` are `whsec_…`, two during a rotation. Throws a WebhookProblem if it is not
 * genuine.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { now = new Date(), toleranceS = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = keysOf(secrets)
  const bytes = bytesOf(body)
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signature) {
    throw new WebhookProblem('headers_missing', 'A webhook- header is missing.')
  }
  checkTimestamp(timestamp, now, toleranceS)
  const content = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  if (!(await isSigned(content, signature, keys))) {
    throw new WebhookProblem('signature_wrong', 'No signature was made with one of the secrets.')
  }
  return eventOf(id, bytes)
}

function keysOf(secrets: string | readonly string[]): Uint8Array<ArrayBuffer>[] {
  const all = typeof secrets === 'string' ? [secrets] : secrets
  if (all.length === 0) throw new TypeError('secrets must contain a signing secret, whsec_…')
  return all.map((secret) => {
    const key = fromBase64(String(secret).replace(/^whsec_/, ''))
    if (key !== undefined && key.length >= 24) return key
    // The message omits the secret: messages are logged.
    throw new TypeError('A signing secret must be whsec_… as the page API Integration shows it')
  })
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('body must be the text or the bytes of the request, not the parsed JSON')
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = isHeaders(headers) ? headers.get(name) : headers[name]
  return typeof value === 'string' ? value : undefined
}

const isHeaders = (headers: WebhookHeaders): headers is { get: (name: string) => string | null } =>
  typeof headers.get === 'function'

function checkTimestamp(timestamp: string, now: Date, toleranceS: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookProblem('timestamp_invalid', 'webhook-timestamp is not a number of seconds.')
  }
  const ageS = now.getTime() / 1000 - Number(timestamp)
  if (ageS > toleranceS) {
    throw new WebhookProblem('timestamp_too_old', `The webhook is ${Math.round(ageS)} s old.`)
  }
  if (!(ageS >= -toleranceS)) {
    const text = `The webhook is ${Math.round(-ageS)} s ahead of this clock.`
    throw new WebhookProblem('timestamp_too_new', text)
  }
}

/** Returns true if a `v1` part of the header is the HMAC-SHA-256 of the content under one of the keys. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  header: string,
  keys: Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const parts = header.split(' ').filter((part) => part.startsWith('v1,'))
  const signatures = parts.map((part) => fromBase64(part.slice(3)) ?? new Uint8Array())
  let isFound = false
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
    const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, content))
    for (const signature of signatures) isFound = isEqual(signature, expected) || isFound
  }
  return isFound
}

/** Compares bytes in a time that does not depend on where they differ. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < right.length; index++) {
    difference |= (left[index] ?? 0) ^ (right[index] ?? 0)
  }
  return difference === 0
}

function eventOf(id: string, bytes: Uint8Array): WebhookEvent {
  const body = parse(bytes)
  if (typeof body?.eventType === 'string') {
    const text = 'The endpoint receives version 1. Set it to version 2 on the page API Integration.'
    throw new WebhookProblem('version_one', text)
  }
  if (
    typeof body?.type !== 'string' ||
    typeof body.timestamp !== 'string' ||
    !isObject(body.data)
  ) {
    throw new WebhookProblem('body_unreadable', 'The body is not an event.')
  }
  const { type, timestamp, data } = body
  const isKnown = eventTypes.some((known) => known === type)
  if (!isKnown) return { id, type: 'unknown', unknownType: type, timestamp, data }
  // The signature proves that the server wrote the data, whose form its description defines.
  return { id, type, timestamp, data } as WebhookEvent
}

function parse(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function concat(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(left.length + right.length)
  bytes.set(left)
  bytes.set(right, left.length)
  return bytes
}

/** Returns undefined for text that is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
