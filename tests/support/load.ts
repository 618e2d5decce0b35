import { fork } from 'node:child_process'
import { once } from 'node:events'

export type LoadOrder = {
  port: number
  secret: string
  count: number
  /** At most so many connections. */
  lines: number
  /** Arrivals a second, whatever comes back; without it each line asks again once it is answered. */
  ratePerS?: number
}

export type LoadFound = {
  statuses: Record<string, number>
  /** Refused without a word on when to come again. */
  withoutRetryAfter: number
  /** Connections that ended while an answer was owed. */
  brokenOff: number
  unanswered: number
  /** From when a request was due until its answer: payments taken on, reads answered, what was refused. */
  writtenMs: number[]
  readMs: number[]
  refusedMs: number[]
  /** How late we were ourselves. */
  lateMs: number[]
  /** Id and amount of each payment that was acknowledged. */
  paid: [string, string][]
  tookMs: number
  mostLines: number
}

export type LoadProcess = AsyncDisposable & { run: (order: LoadOrder) => Promise<LoadFound> }

/** A process that offers load, one order after the other. */
export async function loadProcess(): Promise<LoadProcess> {
  const child = fork(new URL('load-process.ts', import.meta.url), [], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  await once(child, 'spawn')
  return {
    run: async (order) => {
      child.send(order)
      const [found] = await once(child, 'message')
      return found as LoadFound
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
