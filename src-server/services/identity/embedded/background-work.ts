import { setTimeout } from 'node:timers/promises'
import type { Logger } from '#server/core/context.ts'
import { asLibraryCall } from './calls/library-calls.ts'

/** By then the answer is on its way: what is begun before takes processor time from it, which tells too. */
const BEGIN_AFTER_MS = 25

export type BackgroundWork = {
  /** Runs `work` while no answer waits for it; when it fails, that is logged. */
  later: (what: string, work: () => Promise<unknown>) => void
  /** Resolves when nothing is under way any more. */
  idle: () => Promise<void>
}

/** What must not delay an answer, since the delay would tell whether an account exists. */
export function backgroundWork(log: Logger): BackgroundWork {
  const running = new Set<Promise<void>>()
  return {
    later: (what, work) => {
      const run = async () => {
        await setTimeout(BEGIN_AFTER_MS)
        try {
          await asLibraryCall(work)
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
