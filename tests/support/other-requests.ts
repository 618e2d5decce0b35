import { createKeepAliveClient, type KeepAliveClient, type RequestOptions } from './keep-alive.ts'
import type { KillableServer } from './killable-server.ts'
import { payment } from './make.ts'
import { starvedMs } from './starvation.ts'

const TICK_MS = 5
/** Delay of a timer that counts as a stall, caused by the machine or by the drill's own work. */
const STALL_MS = 10

type Span = { fromMs: number; toMs: number }
/** A request from its start to its response, and the time that the server waited for a CPU meanwhile. */
type Wait = Span & { starvedMs: number }

/**
 * Records when this test process itself stalled, which late timers show. Times measured during a stall say nothing
 * about the server.
 */
export class OwnStalls implements Disposable {
  readonly spans: Span[] = []
  readonly #timer: NodeJS.Timeout

  constructor() {
    let dueMs = performance.now() + TICK_MS
    this.#timer = setInterval(() => {
      const nowMs = performance.now()
      if (nowMs - dueMs > STALL_MS) this.spans.push({ fromMs: dueMs, toMs: nowMs })
      dueMs = nowMs + TICK_MS
    }, TICK_MS)
  }

  /** Returns how many milliseconds of a span this process was stalled. */
  during({ fromMs, toMs }: Span): number {
    return this.spans.reduce(
      (sumMs, own) => sumMs + Math.max(0, Math.min(toMs, own.toMs) - Math.max(fromMs, own.fromMs)),
      0,
    )
  }

  /** Returns the number of stalls that lasted at least this long. */
  ofAtLeast(ms: number): number {
    return this.spans.filter(({ fromMs, toMs }) => toMs - fromMs >= ms).length
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/**
 * Number of all write transactions, and of transactions that blocked the database for too long. All stayed within
 * `withinS` seconds.
 */
type WriteHolds = { all: number; late: number; withinS: number }

/** Response times of short requests that were sent while a long request ran. */
export type OtherRequests = {
  name: string
  healthMs: number[]
  paymentMs: number[]
  /** Number of responses whose status differs from that of an idle server. */
  refused: number
  holds: WriteHolds
  /** Longest stall of this process, and the total time that the server waited for a CPU. */
  stalledMs: number
  starvedMs: number
  tookMs: number
  /** Error of the long request, if it failed. */
  failure: string | undefined
}

/** A request that takes long, such as an export, and its name in the report. */
export type LongRequest = { name: string; run: () => Promise<unknown> }

/**
 * Requests the health check and pays for another merchant, without pauses, while a long request runs. Subtracts from
 * the times the stalls of this process and the server's waits for a CPU.
 */
export async function measureOtherRequests(
  {
    server,
    secret,
    heldMs: maxWriteMs,
  }: { server: KillableServer; secret: string; heldMs: number },
  { name, run }: LongRequest,
): Promise<OtherRequests> {
  using client = createKeepAliveClient(server.url, 3)
  using stalls = new OwnStalls()
  const before = await bucketsOf(client)
  const pid = server.pid()
  const started = { atMs: performance.now(), starvedMs: starvedMs(pid) }
  const state: { isOver: boolean; failure?: string } = { isOver: false }
  const running = run()
    .catch((error: unknown) => {
      state.failure = String(error)
    })
    .finally(() => {
      state.isOver = true
    })
  const totals = { refused: 0 }
  const sendRepeatedly = async (
    buildRequest: (n: number) => RequestOptions,
    expectedStatus: number,
  ): Promise<Wait[]> => {
    const waits: Wait[] = []
    do {
      const before = { ms: performance.now(), starvedMs: starvedMs(pid) }
      const { status } = await client.send(buildRequest(waits.length))
      const toMs = performance.now()
      waits.push({ fromMs: before.ms, toMs, starvedMs: starvedMs(pid) - before.starvedMs })
      if (status !== expectedStatus) totals.refused += 1
    } while (!state.isOver)
    return waits
  }
  const [health, payments] = await Promise.all([
    sendRepeatedly(() => ({ path: '/healthz' }), 200),
    sendRepeatedly((n) => paymentOf(secret, `${name}-${n}`), 201),
    running,
  ])
  const tookMs = performance.now() - started.atMs
  const netMs = (wait: Wait) =>
    Math.max(0, wait.toMs - wait.fromMs - Math.max(stalls.during(wait), wait.starvedMs))
  const holds = holdsBetween(before, await bucketsOf(client), maxWriteMs / 1000)
  // Each stall of the machine may have lengthened one write transaction.
  const starvedCount = payments.filter((wait) => wait.starvedMs >= maxWriteMs / 2).length
  holds.late = Math.max(0, holds.late - Math.max(starvedCount, stalls.ofAtLeast(maxWriteMs / 2)))
  return {
    name,
    healthMs: health.map(netMs),
    paymentMs: payments.map(netMs),
    refused: totals.refused,
    holds,
    stalledMs: Math.max(0, ...stalls.spans.map(({ fromMs, toMs }) => toMs - fromMs)),
    starvedMs: starvedMs(pid) - started.starvedMs,
    tookMs,
    failure: state.failure,
  }
}

const paymentOf = (secret: string, key: string): RequestOptions => ({
  method: 'POST',
  path: '/api/payments',
  headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
  body: payment(),
})

/** Number of write transactions by the longest time, in seconds, that they occupied the database. */
type Buckets = Map<number, number>

async function bucketsOf(client: KeepAliveClient): Promise<Buckets> {
  const { status, body } = await client.send({ path: '/metrics' })
  const matches = body.matchAll(/^incasso_write_held_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)
  const buckets = new Map([...matches].map(([, le, count]) => [Number(le), Number(count)]))
  // The bucket `+Inf`, which counts all transactions, is not a number in JavaScript.
  buckets.set(Number.POSITIVE_INFINITY, buckets.get(Number.NaN) ?? 0)
  buckets.delete(Number.NaN)
  if (buckets.size < 2) throw new Error(`/metrics responded with ${status} without the write holds`)
  return buckets
}

function holdsBetween(before: Buckets, after: Buckets, maxWriteS: number): WriteHolds {
  const counts = [...after].map(([le, count]) => ({ le, count: count - (before.get(le) ?? 0) }))
  const all = Math.max(...counts.map(({ count }) => count))
  const within = counts.find(({ le }) => le === maxWriteS)
  if (!within) throw new Error(`/metrics does not count write holds of ${maxWriteS} s`)
  const withinS = counts.toSorted((a, b) => a.le - b.le).find(({ count }) => count === all)?.le
  return { all, late: all - within.count, withinS: withinS ?? Number.POSITIVE_INFINITY }
}
