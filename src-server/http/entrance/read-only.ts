import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { MoveState } from '#server/core/ports/move-state.ts'
import { safeMethods } from './guards.ts'

/** Seconds after which clients may retry. A move takes minutes; after it, a server with the new database responds. */
const RETRY_AFTER_S = 30

/**
 * Refuses changes while the data are moved to another database. Refuses early, so that no processor is called and no
 * password is hashed for a change that could not be stored.
 */
export function registerReadOnly(app: FastifyInstance, moveState: MoveState): void {
  app.addHook('onRequest', async ({ method }) => {
    if (!moveState.isReadOnly || safeMethods.has(method)) return
    throw new AppError(
      'unavailable',
      'The data are being moved to another database; nothing was changed. Please try again in some minutes.',
      { retryAfterS: RETRY_AFTER_S },
    )
  })
}
