import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { RequestLogRow } from '#db/tables/webhook-tables.ts'
import { isCardNumberAsKey } from '#server/services/idempotency/idempotency.ts'
import type { RequestLog } from '#server/services/request-log/request-log.ts'
import { toIso } from '#server/shared/day.ts'
import { idMaker } from '#server/shared/id.ts'
import { redactPath } from './request-lines.ts'

export type KeyLogOptions = { requestLog: RequestLog; now: () => number }

/** A call inside a request, such as a tool that an assistant calls. */
export type LoggedCall = Pick<RequestLogRow, 'path' | 'status' | 'durationMs' | 'reason'>

declare module 'fastify' {
  interface FastifyRequest {
    /** Calls inside the request, which are logged one by one instead of the request itself. */
    loggedCalls?: LoggedCall[]
  }
}

const MAX_PATH = 500

/** Returns the idempotency key to log, also for a refused call; null when it contains a card number. */
const loggableKey = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && !isCardNumberAsKey(header) ? header.slice(0, 255) : null

/** Logs each call of an API key: key, time, duration, status and refusal reason, but no body and no query. */
export function registerKeyLog(app: FastifyInstance, { requestLog, now }: KeyLogOptions): void {
  const newId = idMaker(now, randomBytes)
  app.addHook('onResponse', async (request, reply) => {
    const { keyCall } = request
    if (!keyCall) return
    const idempotencyKey = loggableKey(request.headers['idempotency-key'])
    const calls = request.loggedCalls ?? [
      {
        path: redactPath(request.url).slice(0, MAX_PATH),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        reason: request.refusedFor ?? null,
      },
    ]
    for (const { path, status, durationMs, reason } of calls) {
      requestLog.record({
        merchantId: keyCall.merchantId,
        id: newId('log'),
        at: toIso(now()),
        method: request.method,
        path,
        status,
        durationMs,
        keyId: keyCall.keyId,
        keyPrefix: keyCall.prefix,
        idempotencyKey,
        requestId: request.id,
        reason,
      })
    }
  })
}
