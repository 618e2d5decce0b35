import { type Asked, type KeepAlive, keepAlive } from './keep-alive.ts'
import type { KillableServer } from './killable-server.ts'
import { payment } from './make.ts'
import { starvedMs } from './starvation.ts'

const TICK_MS = 5
/** A timer that is later than this was held up by the machine, or by the drill's own work. */
const STALL_MS = 10

type Span = { fromMs: number; toMs: number }
/** A request from its beginning to its answer, and how long the server waited for a processor meanwhile. */
type Wait = Span & { starvedMs: number }

/** When this process itself was held up, which its timers tell: what it measured then is not the server's. */
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

  /** How long of some time this process stood still. */
  during({ fromMs, toMs }: Span): number {
    return this.spans.reduce(
      (sumMs, own) => sumMs + Math.max(0, Math.min(toMs, own.toMs) - Math.max(fromMs, own.fromMs)),
      0,
    )
  }

  /** How often it stood still for so long. */
  ofAtLeast(ms: number): number {
    return this.spans.filter(({ fromMs, toMs }) => toMs - fromMs >= ms).length
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** Write transactions by the server's own count, and how many of them held the database too long. */
type Holds = { all: number; late: number; withinS: number }

export type Bystanders = {
  name: string
  healthMs: number[]
  paymentMs: number[]
  /** Not answered as they are on a quiet server. */
  refused: number
  holds: Holds
  /** How long this process itself stood still at most, and how long the server had no processor in all. */
  stalledMs: number
  starvedMs: number
  tookMs: number
  /** Why the long request was not done. */
  failure: string | undefined
}

export type Work = { name: string; run: () => Promise<unknown> }

/**
 * Asks for the health, and pays for another merchant, one after the other without a pause, for as long
 * as something long runs. Times are without what this process itself stood still.
 */
export async function bystandersOf(
  { server, secret, heldMs }: { server: KillableServer; secret: string; heldMs: number },
  { name, run }: Work,
): Promise<Bystanders> {
  using client = keepAlive(server.url, 3)
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
  const seen = { refused: 0 }
  const askOn = async (asked: (n: number) => Asked, wanted: number): Promise<Wait[]> => {
    const waits: Wait[] = []
    do {
      const before = { ms: performance.now(), starvedMs: starvedMs(pid) }
      const { status } = await client.ask(asked(waits.length))
      const toMs = performance.now()
      waits.push({ fromMs: before.ms, toMs, starvedMs: starvedMs(pid) - before.starvedMs })
      if (status !== wanted) seen.refused += 1
    } while (!state.isOver)
    return waits
  }
  const [health, payments] = await Promise.all([
    askOn(() => ({ path: '/healthz' }), 200),
    askOn((n) => paymentOf(secret, `${name}-${n}`), 201),
    running,
  ])
  const tookMs = performance.now() - started.atMs
  const without = (wait: Wait) =>
    Math.max(0, wait.toMs - wait.fromMs - Math.max(stalls.during(wait), wait.starvedMs))
  const holds = holdsBetween(before, await bucketsOf(client), heldMs / 1000)
  // Each time at which the machine was not there may have lengthened one hold.
  const starved = payments.filter((wait) => wait.starvedMs >= heldMs / 2).length
  holds.late = Math.max(0, holds.late - Math.max(starved, stalls.ofAtLeast(heldMs / 2)))
  return {
    name,
    healthMs: health.map(without),
    paymentMs: payments.map(without),
    refused: seen.refused,
    holds,
    stalledMs: Math.max(0, ...stalls.spans.map(({ fromMs, toMs }) => toMs - fromMs)),
    starvedMs: starvedMs(pid) - started.starvedMs,
    tookMs,
    failure: state.failure,
  }
}

const paymentOf = (secret: string, key: string): Asked => ({
  method: 'POST',
  path: '/api/payments',
  headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
  body: payment(),
})

/** So many write transactions held the database for at most so many seconds. */
type Buckets = Map<number, number>

async function bucketsOf(client: KeepAlive): Promise<Buckets> {
  const { status, body } = await client.ask({ path: '/metrics' })
  const found = body.matchAll(/^incasso_write_held_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)
  const buckets = new Map([...found].map(([, le, count]) => [Number(le), Number(count)]))
  // `+Inf` is no number in JavaScript: it counts all.
  buckets.set(Number.POSITIVE_INFINITY, buckets.get(Number.NaN) ?? 0)
  buckets.delete(Number.NaN)
  if (buckets.size < 2) throw new Error(`/metrics answered ${status} without the write holds`)
  return buckets
}

function holdsBetween(before: Buckets, after: Buckets, heldS: number): Holds {
  const counts = [...after].map(([le, count]) => ({ le, count: count - (before.get(le) ?? 0) }))
  const all = Math.max(...counts.map(({ count }) => count))
  const within = counts.find(({ le }) => le === heldS)
  if (!within) throw new Error(`/metrics does not count write holds of ${heldS} s`)
  const withinS = counts.toSorted((a, b) => a.le - b.le).find(({ count }) => count === all)?.le
  return { all, late: all - within.count, withinS: withinS ?? Number.POSITIVE_INFINITY }
}
