import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultKind } from './faults.ts'

const MAX_BYTES = 6_000_000
const SLOW_MS = 2_000

/** CORS headers of Stripe's API: any page may call it. */
export const CORS = {
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Request-Id, Stripe-Manage-Version, Stripe-Should-Retry',
  'access-control-max-age': '300',
}

/** Emits `over` after two seconds, like a slow network. The tests are about this delay; none waits in vain. */
export function startSlowTimer(): EventEmitter {
  const emitter = new EventEmitter()
  setTimeout(() => emitter.emit('over'), SLOW_MS)
  return emitter
}

export const headerOf = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error('the body is longer than any that Stripe is sent')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export const textBodyOf = async (request: IncomingMessage): Promise<string> =>
  (await bodyOf(request)).toString('utf8')

/** Responds like a broken network, or like a server in trouble. */
export function sendFault(
  response: ServerResponse,
  kind: Exclude<FaultKind, 'slow' | 'kept 500'>,
  fullBody: string,
): void {
  if (kind === 'reset') {
    response.socket?.resetAndDestroy()
  } else if (kind === 'half') {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Math.max(2, Buffer.byteLength(fullBody)),
    })
    response.write(fullBody.slice(0, fullBody.length / 2), () => response.socket?.destroy())
  } else if (kind !== 'stall') {
    const type = kind === '429' ? 'invalid_request_error' : 'api_error'
    response.writeHead(Number(kind), { 'content-type': 'application/json', ...CORS })
    response.end(JSON.stringify({ error: { type, message: 'Something went wrong at Stripe.' } }))
  }
}
