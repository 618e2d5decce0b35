import { TRPCError } from '@trpc/server'
import { isDamaged } from '#db/failures.ts'
import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import type { Logger } from '../context.ts'
import { appErrorOf } from './problem.ts'

/** Errors that are logged already: one failure passes several error handlers. */
const logged = new WeakSet<object>()

/**
 * Logs failures that the response hides from the caller: unexpected errors, and the failed dependency behind a 503.
 * Logs an error once, however many handlers it passes and however many requests share it.
 */
export function logFailure(
  { error, code }: { error: unknown; code: ErrorCode },
  log: Logger,
  fields: { procedure?: string } = {},
): void {
  if (code !== 'internal' && code !== 'unavailable') return
  const err = error instanceof TRPCError ? (error.cause ?? error) : error
  if (typeof err === 'object' && err !== null) {
    if (logged.has(err)) return
    logged.add(err)
  }
  if (isDamaged(err)) log.error({ err, ...fields }, 'the database is damaged: restore a backup')
  else if (code === 'internal') log.error({ err, ...fields }, 'failed')
  else log.warn({ err, ...fields }, 'unavailable')
}

/**
 * Logs a failure that occurs before any procedure runs. Does not log our own refusals, such as the refusals of a
 * stopping or overloaded process, unless another error caused them.
 */
export function logFailureUnlessRefused(
  failed: { error: unknown; code: ErrorCode },
  log: Logger,
): void {
  const refusal = appErrorOf(failed.error)
  if (!refusal || refusal.cause !== undefined) logFailure(failed, log)
}
