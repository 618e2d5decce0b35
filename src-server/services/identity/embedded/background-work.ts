import { setTimeout } from 'node:timers/promises'
import type { Logger } from '#server/core/context.ts'
import { runLibraryCall } from './calls/library-calls.ts'

/**
 * Delay after which the response has been sent. Earlier work would slow the response down, and its duration would
 * reveal whether there is work.
 */
const BEGIN_AFTER_MS = 25

export type BackgroundWork = {
  /** Runs `work` without delaying a response; logs its failure under the name `what`. */
  later: (what: string, work: () => Promise<unknown>) => void
  /** Resolves when no work is running. */
  idle: () => Promise<void>
}

/** Runs work that must not delay a response, since the delay would reveal whether an account exists. */
export function createBackgroundWork(log: Logger): BackgroundWork {
  const running = new Set<Promise<void>>()
  return {
    later: (what, work) => {
      const run = async () => {
        await setTimeout(BEGIN_AFTER_MS)
        try {
          await runLibraryCall(work)
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
