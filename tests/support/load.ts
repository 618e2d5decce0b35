import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The load to offer to a server. */
export type LoadOrder = {
  port: number
  secret: string
  /** Number of requests in all. */
  count: number
  /** Maximum number of connections. */
  connections: number
  /** Requests per second, regardless of responses. Without it, each connection sends again once it has the response. */
  ratePerS?: number
}

/** The measured outcome of one load. */
export type LoadResult = {
  /** Number of responses by status. */
  statuses: Record<string, number>
  /** Number of refusals without a Retry-After header. */
  withoutRetryAfter: number
  /** Number of connections that ended before the response. */
  brokenOff: number
  /** Number of requests that never got a response. */
  unanswered: number
  /** Milliseconds from a request's due time to its response: accepted payments, reads, and refusals. */
  writtenMs: number[]
  readMs: number[]
  refusedMs: number[]
  /** Milliseconds by which this process itself sent each request late. */
  lateMs: number[]
  /** ID and amount of each acknowledged payment. */
  paid: [string, string][]
  tookMs: number
  /** Largest number of connections that were open at the same time. */
  peakConnections: number
}

/** The process that offers load and measures the responses. */
export type LoadProcess = AsyncDisposable & { run: (order: LoadOrder) => Promise<LoadResult> }

/** Starts a process that offers load, one order after another. */
export async function startLoadProcess(): Promise<LoadProcess> {
  const child = fork(new URL('load-process.ts', import.meta.url), [], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  await once(child, 'spawn')
  return {
    run: async (order) => {
      child.send(order)
      const [found] = await once(child, 'message')
      return found as LoadResult
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Returns the value below which this share (0 to 1) of the values lies; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
