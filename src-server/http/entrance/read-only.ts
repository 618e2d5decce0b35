import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { MoveState } from '#server/core/ports/move-state.ts'
import { safeMethods } from './guards.ts'

/** A move takes minutes; after it a server with the other database answers. */
const RETRY_AFTER_S = 30

/**
 * Refuses changes while the data are moved, before work that could not be stored: no processor call, no password hash.
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
