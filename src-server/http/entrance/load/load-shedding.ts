import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemJson, problemOf } from '#server/core/calls/problem.ts'
import { overloaded, queueTimesOf, requestKindOf, retryAfter } from './admission-queue.ts'
import { type LoadGauge, type RequestKind, requestKinds } from './load-gauge.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Stops counting the request as running. Idempotent. */
    endLoad?: () => void
    /** True when the request was refused for lack of capacity; such refusals are not logged one by one. */
    isShed?: true
  }
}

/** Time after which the work of a disconnected client no longer counts. The work itself ends long before. */
const FORGET_AFTER_MS = 30_000

/** A request from the admission queue whose body arrived within this time needs no second admission. */
const BODY_WITHIN_MS = 50

/**
 * Counts admitted requests until their response begins. A body that arrives later than its headers is admitted only
 * when it is complete: slow senders must not use up the capacity of other clients.
 */
export function registerLoadShedding(app: FastifyInstance, gauge: LoadGauge): void {
  observeLoop(app, gauge)
  reportRefusals(app, gauge)
  app.addHook('preValidation', (request, reply, done) => {
    const kind = requestKindOf(request.raw)
    if (kind === undefined) return done()
    const queueTimes = queueTimesOf(request.raw)
    const isAdmitted =
      queueTimes !== undefined && performance.now() - queueTimes.beganMs < BODY_WITHIN_MS
    if (!isAdmitted && !gauge.admits(kind)) return void refuse(request, reply, gauge)
    count(request, reply, {
      gauge,
      kind,
      sinceMs: isAdmitted ? queueTimes.cameMs : performance.now(),
    })
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endLoad?.()
    done(null, payload)
  })
}

type GaugedRequest = { gauge: LoadGauge; kind: RequestKind; sinceMs: number }

function count(request: FastifyRequest, reply: FastifyReply, gauged: GaugedRequest): void {
  const { gauge, kind, sinceMs } = gauged
  let hasEnded = false
  gauge.begin(kind)
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    gauge.end(kind, performance.now() - sinceMs)
  }
  request.endLoad = end
  reply.raw.once('close', () => {
    if (!hasEnded) setTimeout(end, FORGET_AFTER_MS).unref()
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, gauge: LoadGauge): void {
  gauge.refused[requestKindOf(request.raw) ?? 'read']++
  request.isShed = true
  reply
    .code(503)
    .header('retry-after', retryAfter())
    .type(problemJson)
    .send(JSON.stringify(problemOf(overloaded, request.id)))
}

const RESOLUTION_MS = 20
const OBSERVE_EVERY_MS = 250

function observeLoop(app: FastifyInstance, gauge: LoadGauge): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const timer = setInterval(() => {
    // The histogram measures the time between two samples, so the interval is subtracted to get the delay.
    gauge.observe(delay.count > 0 ? Math.max(0, delay.mean / 1e6 - RESOLUTION_MS) : 0)
    delay.reset()
  }, OBSERVE_EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delay.disable()
  })
}

const REPORT_EVERY_MS = 5_000

function reportRefusals(app: FastifyInstance, { refused, underWay }: LoadGauge): void {
  let reported = 0
  const timer = setInterval(() => {
    const total = requestKinds.reduce((sum, kind) => sum + refused[kind], 0)
    if (total > reported) {
      app.log.warn({ refused: total - reported, underWay }, 'refused for lack of capacity')
    }
    reported = total
  }, REPORT_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
