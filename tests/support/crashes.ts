import type { World } from '#server/core/context.ts'
import { type JobWorldOptions, openJobWorld } from './job-world.ts'

/** The statement before which a job ends: the first that matches a pattern, or the one with a number; none by default. */
export type EndPoint = { pattern?: string; number?: number }

/** Returns an observer of statements that calls `end` before the statement of an end point. */
export function endAt({ pattern = '', number = 0 }: EndPoint, end: () => void) {
  const endPattern = new RegExp(pattern, 'i')
  let statements = 0
  return (text: string): void => {
    statements += 1
    if (statements === number || (pattern !== '' && endPattern.test(text))) end()
  }
}

/** Returns an observer of statements that kills this process at an end point. */
export const killAt = (point: EndPoint) => endAt(point, () => process.kill(process.pid, 'SIGKILL'))

/**
 * Runs a job with connections of its own, and cuts it off from the database at an end point. The database then has what
 * it would have after the process was killed there: open transactions are rolled back, and nothing more is written, not
 * even the release of a lease. Returns what `runProcess` would return: the signal, or 0.
 */
export async function runUntilCrash(
  options: Omit<JobWorldOptions, 'onStatement'>,
  point: EndPoint,
  job: (world: World) => Promise<unknown>,
): Promise<string | number> {
  let isOpen = false
  let hasCrashed = false
  const watch = endAt(point, () => {
    hasCrashed = true
  })
  const onStatement = (text: string): void => {
    if (isOpen && !hasCrashed) watch(text)
    if (hasCrashed && !/^\s*rollback/i.test(text)) throw new Error('the connection was cut off')
  }
  const { world, database } = openJobWorld({ ...options, onStatement })
  isOpen = true
  try {
    await job(world)
  } catch (error) {
    if (!hasCrashed) throw error
  } finally {
    await database.close()
  }
  return hasCrashed ? 'SIGKILL' : 0
}
