import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { RequestLog } from '../features/request-log/request-log.ts'
import { toIso } from '../shared/day.ts'
import { idMaker } from '../shared/id.ts'

export type KeyLogOptions = { requestLog: RequestLog; now: () => number }

const MAX_PATH = 500

/** A key that somebody put into an address by mistake must not be kept. */
export const secretInPath = /(?:sk_(?:test|live)|whsec)_[\w+/=-]+/g

/** Notes each call of an API key: which, when, how long and how it ended, but no body and no query. */
export function registerKeyLog(app: FastifyInstance, { requestLog, now }: KeyLogOptions): void {
  const newId = idMaker(now, randomBytes)
  app.addHook('onResponse', async (request, reply) => {
    const { keyCall } = request
    if (!keyCall) return
    const idempotencyKey = request.headers['idempotency-key']
    requestLog.note({
      merchantId: keyCall.merchantId,
      id: newId('log'),
      at: toIso(now()),
      method: request.method,
      path: (request.url.split('?')[0] ?? '').replace(secretInPath, 'sk_…').slice(0, MAX_PATH),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      keyId: keyCall.keyId,
      keyPrefix: keyCall.prefix,
      idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey.slice(0, 255) : null,
      requestId: request.id,
    })
  })
}
