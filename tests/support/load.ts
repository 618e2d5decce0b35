import { fork } from 'node:child_process'
import { once } from 'node:events'

export type LoadOrder = {
  port: number
  secret: string
  count: number
  /** Maximum number of connections. */
  lines: number
  /** Requests per second, regardless of responses. Without it, each connection sends again once it has the response. */
  ratePerS?: number
}

export type LoadResult = {
  statuses: Record<string, number>
  /** Number of refusals without a Retry-After header. */
  withoutRetryAfter: number
  /** Number of connections that ended before the response. */
  brokenOff: number
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
  mostLines: number
}

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

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
