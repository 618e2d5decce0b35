import type { Logger } from '../core/context.ts'

export type RepeatedJob = { stop: () => Promise<void> }

/**
 * Runs `work` at once and then again `everyMs` after it ended, until stopped; stopping waits for a
 * run in progress. What there is to do stands in the database, so nothing is lost between runs.
 */
export function repeat(
  name: string,
  { everyMs, log, work }: { everyMs: number; log: Logger; work: () => Promise<unknown> },
): RepeatedJob {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let current = Promise.resolve()

  const run = async () => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed and will run again')
    }
    if (!isStopped) timer = setTimeout(start, everyMs)
  }
  const start = () => {
    current = run()
  }
  start()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}

type StoppableWork = {
  everyMs: number
  log: Logger
  work: (signal: AbortSignal) => Promise<unknown>
}

/** A run may take a while, and stopping does not wait for all of it. */
export function stoppable(name: string, { everyMs, log, work }: StoppableWork): RepeatedJob {
  const stopping = new AbortController()
  const repeating = repeat(name, { everyMs, log, work: () => work(stopping.signal) })
  return {
    stop: () => {
      stopping.abort()
      return repeating.stop()
    },
  }
}
