import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { problemJson, problemOf } from '../problem.ts'

export type Kind = 'read' | 'write'

/**
 * How many may be under way at once. `few` always may: a burst of 128 connections is ordinary. `many`
 * may while answers come soon: where 1,000 payments a second are taken, 192 are done in a fifth of one.
 */
const LIMITS: Record<Kind, { few: number; many: number }> = {
  write: { few: 136, many: 192 },
  read: { few: 288, many: 512 },
}
/** Once one is refused, all are until this part of the limit is free again: no flutter. */
const RESUME_BELOW = 7 / 8
/** What answers take, with what they wait for the event loop, when there is more than can be done. */
const SLOW_ABOVE_MS = 250
const SOON_BELOW_MS = 150
/**
 * Reads of SQLite are answered where they stand, so they never pile up in a count: what waits are
 * sockets that the loop has not come to. So one turn of the loop takes on no more after this many
 * reads and this long.
 */
const TURN = { many: 144, longMs: 150 }
/** How much one answer moves the mean of what answers take. */
const WEIGHT = 1 / 32

/** Tells whether one more request can be taken on. Each kind has its own count, so reads cannot crowd out payments. */
export class LoadGauge {
  readonly refused: Record<Kind, number> = { read: 0, write: 0 }
  readonly underWay: Record<Kind, number> = { read: 0, write: 0 }
  readonly #isRefusing: Record<Kind, boolean> = { read: false, write: false }
  readonly #tookMs: Record<Kind, number> = { read: 0, write: 0 }
  readonly #isSlow: Record<Kind, boolean> = { read: false, write: false }
  /** How long what is ready to run waits for its turn. */
  loopDelayMs = 0
  readonly #turn = { reads: 0, beganAt: 0 }

  admits(kind: Kind): boolean {
    if (kind === 'read' && this.#isTurnFull()) return false
    const { few, many } = LIMITS[kind]
    const limit = this.#isSlow[kind] ? few : many
    const count = this.underWay[kind]
    if (count >= limit) this.#isRefusing[kind] = true
    else if (count < limit * RESUME_BELOW) this.#isRefusing[kind] = false
    return !this.#isRefusing[kind]
  }

  begin(kind: Kind): void {
    this.underWay[kind]++
    if (kind === 'read') this.#countTurn()
  }

  #isTurnFull(): boolean {
    const { reads, beganAt } = this.#turn
    return reads >= TURN.many && performance.now() - beganAt > TURN.longMs
  }

  #countTurn(): void {
    if (this.#turn.reads++ > 0) return
    this.#turn.beganAt = performance.now()
    // Runs when the loop has been through all sockets that had something to say.
    setImmediate(() => {
      this.#turn.reads = 0
    })
  }

  end(kind: Kind, tookMs: number): void {
    this.underWay[kind]--
    this.#tookMs[kind] += (tookMs - this.#tookMs[kind]) * WEIGHT
    const waitMs = this.#tookMs[kind] + this.loopDelayMs
    if (waitMs > SLOW_ABOVE_MS) this.#isSlow[kind] = true
    else if (waitMs < SOON_BELOW_MS) this.#isSlow[kind] = false
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the count of a request that is under way; whoever calls it twice does no harm. */
    endLoad?: () => void
    /** Refused because there was too much to do: not worth a line in the log each. */
    isShed?: true
  }
}

/** Who left before the answer still costs what was begun for them; it ends long before this. */
const FORGET_AFTER_MS = 30_000

/**
 * Refuses early what could only be answered late. The page's files and what tells how the process
 * fares are never refused. A request counts from the moment its body is whole, so that those who send
 * slowly take nobody's place, until its answer begins.
 */
export function registerLoadShedding(app: FastifyInstance, gauge: LoadGauge): void {
  observeLoop(app, gauge)
  reportRefusals(app, gauge)
  app.addHook('onRequest', (request, reply, done) => {
    const kind = kindOf(request)
    if (kind === undefined || gauge.admits(kind)) done()
    else refuse(request, reply, gauge)
  })
  app.addHook('preValidation', (request, reply, done) => {
    const kind = kindOf(request)
    if (kind === undefined) return done()
    if (!gauge.admits(kind)) return void refuse(request, reply, gauge)
    count(request, reply, gauge)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endLoad?.()
    done(null, payload)
  })
}

function count(request: FastifyRequest, reply: FastifyReply, gauge: LoadGauge): void {
  const kind = kindOf(request) ?? 'read'
  const beganAt = performance.now()
  let hasEnded = false
  gauge.begin(kind)
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    gauge.end(kind, performance.now() - beganAt)
  }
  request.endLoad = end
  reply.raw.once('close', () => {
    if (!hasEnded) setTimeout(end, FORGET_AFTER_MS).unref()
  })
}

/** Answers of a model take seconds of somebody else's time and have a limit of their own. */
const counted = /^\/(?:api\/(?!openai\/)|trpc\/(?!openai\.))/

function kindOf({ url, method }: FastifyRequest): Kind | undefined {
  if (!counted.test(url)) return undefined
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write'
}

function refuse(request: FastifyRequest, reply: FastifyReply, gauge: LoadGauge): void {
  gauge.refused[kindOf(request) ?? 'read']++
  request.isShed = true
  reply
    .code(503)
    // Not all at the same moment.
    .header('retry-after', String(1 + Math.floor(Math.random() * 3)))
    .type(problemJson)
    .send(JSON.stringify(problemOf(overloaded, request.id)))
}

/** Made once: a stack for each refusal would cost more than the refusal. */
const overloaded = new AppError(
  'unavailable',
  'There is more to do than can be done now. Nothing was changed. Please try again.',
  { reason: 'overloaded' },
)

const RESOLUTION_MS = 20
const OBSERVE_EVERY_MS = 250

function observeLoop(app: FastifyInstance, gauge: LoadGauge): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const timer = setInterval(() => {
    // The mean holds the pause between two looks as well.
    gauge.loopDelayMs = delay.count > 0 ? Math.max(0, delay.mean / 1e6 - RESOLUTION_MS) : 0
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
    const total = refused.read + refused.write
    if (total > reported) {
      app.log.warn({ refused: total - reported, underWay }, 'refused for lack of capacity')
    }
    reported = total
  }, REPORT_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
