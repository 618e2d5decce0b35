import { setImmediate } from 'node:timers/promises'
import type { Logger } from '../context.ts'

export type Outbox = {
  /** Runs `work` without anybody waiting for it; when it fails, that is logged. */
  later: (what: string, work: () => Promise<unknown>) => void
  /** Resolves when nothing is under way any more. */
  idle: () => Promise<void>
}

/** What must not delay an answer, since the delay would tell whether an account exists. */
export function createOutbox(log: Logger): Outbox {
  const running = new Set<Promise<void>>()
  return {
    later: (what, work) => {
      const run = async () => {
        // Writing a mail takes a moment too, and the answer comes first.
        await setImmediate()
        try {
          await work()
        } catch (error) {
          log.error({ err: error, what }, 'could not be done in the background')
        }
      }
      const task = run().finally(() => running.delete(task))
      running.add(task)
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
