import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { AppError } from '#server/core/calls/errors.ts'
import { problemJson, problemOf } from '#server/core/calls/problem.ts'
import { noteArrival } from '#server/core/work/pieces.ts'
import { trpcCalls } from '../address.ts'
import { type Kind, kinds, type LoadGauge } from './load-gauge.ts'

/**
 * Longest time that one turn of the event loop spends on requests. Each answer of the database waits for a turn, a payment
 * for seven, and no new request is read before the turn ends.
 */
const SERVE_MS = 5
/**
 * The loop accepts one connection in each turn. While they keep coming in no request is begun for as
 * long as this: otherwise a crowd of them would wait in the kernel for seconds.
 */
const ACCEPT_MS = 40

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type WaitingRequest = { request: IncomingMessage; response: ServerResponse; atMs: number }

/** When a request came, and when it was handed on. */
export type EntryTimes = { cameMs: number; beganMs: number }
const passed = new WeakMap<IncomingMessage, EntryTimes>()
export const passedAt = (request: IncomingMessage): EntryTimes | undefined => passed.get(request)

/** Answers of a model take seconds of another server's time and have a limit of their own. */
const asksModel = (url: string): boolean =>
  url.startsWith('/api/openai/') ||
  (url.startsWith('/trpc/openai.') &&
    trpcCalls(url)?.names.every((name) => name.startsWith('openai.')) === true)

/** The page's files and what tells how the process fares are never refused. */
export function kindOf({ url = '', method }: { url?: string; method?: string }): Kind | undefined {
  if (!/^\/(?:api|trpc)\//.test(url) || asksModel(url)) return undefined
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return 'read'
  return url.startsWith('/api/auth/') ? 'sign-in' : 'write'
}

/** Stands before the routes: takes note of who came, lets in what can be done, and refuses the rest cheaply. */
export class Door {
  readonly #gauge: LoadGauge
  readonly #handle: Handler
  readonly #newId: () => string
  readonly #held: Record<Kind, WaitingRequest[]> = { read: [], write: [], 'sign-in': [] }
  #isWaiting = false
  #hasAccepted = false
  #servedAtMs = 0
  #lastKind: Kind = 'read'

  constructor(gauge: LoadGauge, handle: Handler, newId: () => string) {
    this.#gauge = gauge
    this.#handle = handle
    this.#newId = newId
  }

  watch(server: Server): void {
    server.on('connection', () => {
      this.#hasAccepted = true
      noteArrival()
    })
  }

  enter(request: IncomingMessage, response: ServerResponse): void {
    const kind = kindOf(request)
    if (kind === undefined) return this.#handle(request, response)
    if (!this.#gauge.admits(kind)) {
      this.#gauge.refused[kind]++
      return refuseCheaply(response, this.#newId())
    }
    this.#gauge.held[kind]++
    this.#held[kind].push({ request, response, atMs: performance.now() })
    this.#wait()
  }

  #wait(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    // Runs when the loop has been through all sockets that had something to say.
    setImmediate(() => this.#look())
  }

  #look(): void {
    this.#isWaiting = false
    const hasAccepted = this.#hasAccepted
    this.#hasAccepted = false
    const nowMs = performance.now()
    if (hasAccepted && nowMs - this.#servedAtMs < ACCEPT_MS) return this.#wait()
    // One callback for each: what a request does at once is done before the next one begins.
    const others = kinds.reduce((sum, kind) => sum + this.#held[kind].length, -1)
    this.#serveOne(nowMs + SERVE_MS)
    for (let n = 0; n < others; n++) setImmediate(() => this.#serveOne(nowMs + SERVE_MS))
  }

  #serveOne(untilMs: number): void {
    const nowMs = performance.now()
    if (nowMs > untilMs) return this.#wait()
    const kind = this.#nextKind()
    const next = this.#held[kind].shift()
    if (!next) return
    this.#servedAtMs = nowMs
    this.#gauge.held[kind]--
    // The caller has left meanwhile and wants no answer.
    if (next.response.destroyed) return
    passed.set(next.request, { cameMs: next.atMs, beganMs: nowMs })
    this.#handle(next.request, next.response)
  }

  /** They take turns, so that no kind waits for all of another. */
  #nextKind(): Kind {
    const last = kinds.indexOf(this.#lastKind)
    const turns = [...kinds.slice(last + 1), ...kinds.slice(0, last)]
    this.#lastKind = turns.find((kind) => this.#held[kind].length > 0) ?? this.#lastKind
    return this.#lastKind
  }
}

/** Made once: a stack for each refusal would cost more than the refusal. */
export const overloaded = new AppError(
  'unavailable',
  'The server is too busy right now. Nothing was changed; please try again in a moment.',
  { reason: 'overloaded' },
)

/** Spreads retries over one to three seconds. */
export const retryAfter = () => String(1 + Math.floor(Math.random() * 3))

export function refuseCheaply(
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
