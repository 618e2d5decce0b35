import { isReadOnly } from '#db/failures.ts'
import type { Logger } from '../core/context.ts'
import type { MoveState } from '../core/ports/move-state.ts'

/** A running job. `stop` prevents further runs and waits for the current one; some jobs wait only a few seconds. */
export type RepeatedJob = { stop: () => Promise<void> }

export type WakeableJob = RepeatedJob & {
  /** Runs the job now, or once more after the run in progress. */
  wake: () => void
}

type RepeatedWork = {
  everyMs: number
  log: Logger
  /** Skips the runs while a move to another database makes this one read-only. */
  moving?: MoveState | undefined
  work: () => Promise<unknown>
}

/**
 * Runs `work` at once and then again `everyMs` after it ended, until stopped; stopping waits for a run in progress.
 * Pending work is in the database, so nothing is lost between runs.
 */
export function repeat(name: string, { everyMs, log, moving, work }: RepeatedWork): WakeableJob {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isRunning = false
  let isWakeRequested = false
  let current = Promise.resolve()

  const run = async () => {
    isRunning = true
    isWakeRequested = false
    try {
      if (!moving?.isReadOnly) await work()
    } catch (error) {
      // A move made the database read-only during the run; `moving` shows that a moment later.
      if (!isReadOnly(error))
        log.error({ err: error, job: name }, 'a job failed and will run again')
    }
    isRunning = false
    if (!isStopped) timer = setTimeout(start, isWakeRequested ? 0 : everyMs)
  }
  const start = () => {
    current = run()
  }
  start()
  return {
    wake: () => {
      if (isStopped) return
      isWakeRequested = true
      if (isRunning) return
      clearTimeout(timer)
      start()
    },
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
  moving?: MoveState | undefined
  work: (signal: AbortSignal) => Promise<unknown>
}

/** Repeats work whose runs may take long: stopping aborts the signal, so that it need not wait for a whole run. */
export function repeatStoppable(
  name: string,
  { everyMs, log, moving, work }: StoppableWork,
): RepeatedJob {
  const stopping = new AbortController()
  const stoppableJob = repeat(name, { everyMs, log, moving, work: () => work(stopping.signal) })
  return {
    stop: () => {
      stopping.abort()
      return stoppableJob.stop()
    },
  }
}
