import { TRPCError } from '@trpc/server'
import { isDamaged } from '#db/failures.ts'
import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import type { Logger } from '../context.ts'
import { appErrorOf } from './problem.ts'

/** A procedure's failure comes by its own door and by the one before it. */
const logged = new WeakSet<object>()

/**
 * Writes to the log what the answer hides from the caller: failures that no rule foresaw, and what does not answer
 * behind a 503. The same error is logged once, however many doors it passes and however many requests share it.
 */
export function logFailure(
  { error, code }: { error: unknown; code: ErrorCode },
  log: Logger,
  more: { procedure?: string } = {},
): void {
  if (code !== 'internal' && code !== 'unavailable') return
  const err = error instanceof TRPCError ? (error.cause ?? error) : error
  if (typeof err === 'object' && err !== null) {
    if (logged.has(err)) return
    logged.add(err)
  }
  if (isDamaged(err)) log.error({ err, ...more }, 'the database is damaged: restore a backup')
  else if (code === 'internal') log.error({ err, ...more }, 'failed')
  else log.warn({ err, ...more }, 'unavailable')
}

/** The same before any procedure, where our own refusals, as of a process that stops or is too busy, are no failures. */
export function logFailureUnlessRefused(
  failed: { error: unknown; code: ErrorCode },
  log: Logger,
): void {
  const own = appErrorOf(failed.error)
  if (!own || own.cause !== undefined) logFailure(failed, log)
}
