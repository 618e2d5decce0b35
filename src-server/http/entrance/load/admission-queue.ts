import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { AppError } from '#server/core/calls/errors.ts'
import { problemJson, problemOf } from '#server/core/calls/problem.ts'
import { recordArrival } from '#server/core/work/time-slices.ts'
import { trpcCalls } from '../request-url.ts'
import { type LoadGauge, type RequestKind, requestKinds } from './load-gauge.ts'

/**
 * Longest time that one tick of the event loop spends on requests. Each database response waits for a tick, and a
 * payment waits for seven. The server reads no new request before the tick ends.
 */
const SERVE_MS = 5
/**
 * The event loop accepts one connection per tick. While connections keep coming, no request starts for up to this time:
 * otherwise many connections would wait in the kernel for seconds.
 */
const ACCEPT_MS = 40

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type WaitingRequest = { request: IncomingMessage; response: ServerResponse; atMs: number }

/** Times at which a request arrived and its handler started, in milliseconds of `performance.now()`. */
export type QueueTimes = { cameMs: number; beganMs: number }
const queueTimes = new WeakMap<IncomingMessage, QueueTimes>()
/** Returns the times of a request that passed the admission queue; undefined for any other request. */
export const queueTimesOf = (request: IncomingMessage): QueueTimes | undefined =>
  queueTimes.get(request)

/** Returns true for calls to a model: they take seconds on another server and have their own limit. */
const isModelCall = (url: string): boolean =>
  url.startsWith('/api/openai/') ||
  (url.startsWith('/trpc/openai.') &&
    trpcCalls(url)?.names.every((name) => name.startsWith('openai.')) === true)

/**
 * Returns the kind of a request, or undefined for requests that are never refused: the dashboard's files and the health
 * checks.
 */
export function requestKindOf({
  url = '',
  method,
}: {
  url?: string
  method?: string
}): RequestKind | undefined {
  // Assistants send POST requests, and only read.
  if (/^\/mcp(?:\?|$)/.test(url)) return 'read'
  if (!/^\/(?:api|trpc)\//.test(url) || isModelCall(url)) return undefined
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return 'read'
  return url.startsWith('/api/auth/') ? 'sign-in' : 'write'
}

/**
 * The admission queue before the routes: counts arrivals, admits requests within capacity, and refuses the other
 * requests cheaply.
 */
export class AdmissionQueue {
  readonly #gauge: LoadGauge
  readonly #handle: Handler
  readonly #newId: () => string
  readonly #queues: Record<RequestKind, WaitingRequest[]> = { read: [], write: [], 'sign-in': [] }
  #isScheduled = false
  #hasAccepted = false
  #servedAtMs = 0
  #lastKind: RequestKind = 'read'

  constructor(gauge: LoadGauge, handle: Handler, newId: () => string) {
    this.#gauge = gauge
    this.#handle = handle
    this.#newId = newId
  }

  /** Observes the server's new connections. */
  watch(server: Server): void {
    server.on('connection', () => {
      this.#hasAccepted = true
      recordArrival()
    })
  }

  /** Queues a request, or refuses it with status 503 without capacity. Files and health checks pass at once. */
  enter(request: IncomingMessage, response: ServerResponse): void {
    const kind = requestKindOf(request)
    if (kind === undefined) return this.#handle(request, response)
    if (!this.#gauge.admits(kind)) {
      this.#gauge.refused[kind]++
      return refuseOverloaded(response, this.#newId())
    }
    this.#gauge.queued[kind]++
    this.#queues[kind].push({ request, response, atMs: performance.now() })
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    // Runs after the event loop has processed all sockets with data.
    setImmediate(() => this.#serveAll())
  }

  #serveAll(): void {
    this.#isScheduled = false
    const hasAccepted = this.#hasAccepted
    this.#hasAccepted = false
    const nowMs = performance.now()
    if (hasAccepted && nowMs - this.#servedAtMs < ACCEPT_MS) return this.#schedule()
    // Each request gets its own callback, so the synchronous part of a request ends before the next request starts.
    const remaining = requestKinds.reduce((sum, kind) => sum + this.#queues[kind].length, -1)
    this.#serveOne(nowMs + SERVE_MS)
    for (let n = 0; n < remaining; n++) setImmediate(() => this.#serveOne(nowMs + SERVE_MS))
  }

  #serveOne(untilMs: number): void {
    const nowMs = performance.now()
    if (nowMs > untilMs) return this.#schedule()
    const kind = this.#nextKind()
    const next = this.#queues[kind].shift()
    if (!next) return
    this.#servedAtMs = nowMs
    this.#gauge.queued[kind]--
    // The caller has disconnected and needs no response.
    if (next.response.destroyed) return
    queueTimes.set(next.request, { cameMs: next.atMs, beganMs: nowMs })
    this.#handle(next.request, next.response)
  }

  /** Alternates between the kinds, so that no kind waits for all requests of another. */
  #nextKind(): RequestKind {
    const last = requestKinds.indexOf(this.#lastKind)
    const order = [...requestKinds.slice(last + 1), ...requestKinds.slice(0, last)]
    this.#lastKind = order.find((kind) => this.#queues[kind].length > 0) ?? this.#lastKind
    return this.#lastKind
  }
}

/** The refusal for lack of capacity. Created once: a stack trace for each refusal would cost more than the refusal. */
export const overloaded = new AppError(
  'unavailable',
  'The server is too busy right now. Nothing was changed; please try again in a moment.',
  { reason: 'overloaded' },
)

/** Returns a value for the `retry-after` header: one to three seconds, at random, to spread retries. */
export const retryAfter = () => String(1 + Math.floor(Math.random() * 3))

/** Responds with status 503 for lack of capacity. `id` is the request's id. */
export function refuseOverloaded(
  response: ServerResponse,
  id: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const body = JSON.stringify(problemOf(overloaded, id))
  response.writeHead(503, {
    'content-type': problemJson,
    'content-length': Buffer.byteLength(body),
    'retry-after': retryAfter(),
    'x-request-id': id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(body)
}
