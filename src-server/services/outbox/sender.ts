import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { PrivateAddresses } from '#server/config/webhooks.ts'
import type { Delivery, DeliveryResult, Sender } from '#server/core/ports/sender.ts'
import { isReachable, literalOf } from './reachable.ts'
import { createGuardedLookup, type Resolve, resolverFor } from './resolve.ts'

export type SenderOptions = {
  privateAddresses: PrivateAddresses
  /** Time limit of the whole exchange: lookup, connection, request and response. */
  timeoutMs?: number
  /** Looks up the IP addresses of a name, once for each attempt. */
  resolve?: Resolve
  /** Trusted certificates; they replace Node's default ones. */
  ca?: string
  /** Milliseconds of a clock that only goes forward. */
  monotonicMs?: () => number
}

/** Default time limit of one delivery, from the lookup to the end of the response. */
const TIMEOUT_MS = 15_000
/** Bytes of a response that are stored; the rest is not read. */
const RESPONSE_LIMIT = 16 * 1024

/**
 * Returns a sender over node:https. Its lookup checks each IP address when the socket connects, so a name that resolves
 * differently by then is caught. Redirects are not followed.
 */
export function createWebhookSender(options: SenderOptions): Sender {
  const { privateAddresses, timeoutMs = TIMEOUT_MS, resolve, ca } = options
  const { monotonicMs = () => performance.now() } = options
  const agents = {
    'http:': new http.Agent({ keepAlive: false }),
    'https:': new https.Agent({ keepAlive: false, ca }),
  }
  const lookup = createGuardedLookup(resolve ?? resolverFor(privateAddresses), privateAddresses)
  const attempt = async (delivery: Delivery): Promise<Outcome> => {
    // Node makes no lookup for an IP address, so it is checked here.
    const literal = literalOf(new URL(delivery.url).hostname)
    if (literal !== undefined && !isReachable(literal, privateAddresses)) {
      return failedOutcome('address not allowed')
    }
    return exchange(delivery, agents, { timeoutMs, lookup })
  }
  return {
    send: async (delivery) => {
      const startedAt = monotonicMs()
      const outcome = await attempt(delivery).catch((error: Error) =>
        failedOutcome(describeError(error)),
      )
      return { ...outcome, durationMs: Math.max(0, Math.round(monotonicMs() - startedAt)) }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

type Outcome = Omit<DeliveryResult, 'durationMs'>
type Agents = { 'http:': http.Agent; 'https:': https.Agent }
type Limits = { timeoutMs: number; lookup: LookupFunction }

const failedOutcome = (error: string): Outcome => ({
  statusCode: null,
  retryAfter: undefined,
  date: undefined,
  response: null,
  error,
})

function exchange(
  { url, headers, body }: Delivery,
  agents: Agents,
  { timeoutMs, lookup }: Limits,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const target = new URL(url)
    const isPlain = target.protocol === 'http:'
    const payload = Buffer.from(body, 'utf8')
    const request = (isPlain ? http : https).request(target, {
      method: 'POST',
      agent: isPlain ? agents['http:'] : agents['https:'],
      headers: { ...headers, 'content-length': payload.length },
      lookup,
      // The parser aborts responses with huge headers.
      maxHeaderSize: RESPONSE_LIMIT,
    })
    let received: Outcome | undefined
    const end = (outcome: Outcome) => {
      clearTimeout(timer)
      // Ends the connection, because a receiver might continue to send data that nothing reads.
      request.destroy()
      resolve(outcome)
    }
    const timer = setTimeout(() => end(received ?? failedOutcome('timeout')), timeoutMs)
    request.on('error', (error) => end(received ?? failedOutcome(describeError(error))))
    request.on('response', (response) => {
      let text = Buffer.alloc(0)
      const currentOutcome = (): Outcome => ({
        statusCode: response.statusCode ?? null,
        retryAfter: response.headers['retry-after'],
        date: response.headers.date,
        response: toStorableText(text),
        error: null,
      })
      received = currentOutcome()
      response.on('data', (chunk: Buffer) => {
        text = Buffer.concat([text, chunk]).subarray(0, RESPONSE_LIMIT)
        received = currentOutcome()
        if (text.length >= RESPONSE_LIMIT) end(received)
      })
      response.on('end', () => end(currentOutcome()))
      // The status had arrived before the connection broke off.
      response.on('error', () => end(currentOutcome()))
      response.on('aborted', () => end(currentOutcome()))
    })
    request.end(payload)
  })
}

/**
 * Returns text that every database accepts: PostgreSQL refuses NUL. Replacing invalid UTF-8 must not exceed the limit.
 */
function toStorableText(bytes: Buffer): string {
  const text = bytes.toString('utf8').replaceAll('\0', '\uFFFD')
  return Buffer.byteLength(text) <= RESPONSE_LIMIT
    ? text
    : Buffer.from(text)
        .subarray(0, RESPONSE_LIMIT)
        .toString('utf8')
        .replace(/\uFFFD$/, '')
}

const errorWords: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ADDRESS_NOT_ALLOWED: 'address not allowed',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not found',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  HPE_HEADER_OVERFLOW: 'answer headers too large',
}

/** Returns the reason for a failure, without IP addresses, so that resolved internal addresses do not leak. */
function describeError(error: Error & { code?: string }): string {
  const { code = '' } = error
  // Several IP addresses were tried, and each failed.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return describeError(error.errors[0])
  }
  if (errorWords[code]) return errorWords[code]
  if (code.startsWith('HPE_')) return 'answer is not HTTP'
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code)) return 'certificate not trusted'
  if (/TLS|SSL|EPROTO/.test(code)) return 'no TLS connection'
  return 'connection failed'
}
