import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { pingDatabase } from '#server/features/environment/environment.queries.ts'

const READY_TIMEOUT_MS = 1000

/** `isDraining` is true once a process stops: it still responds, but a load balancer should send it no new requests. */
export type DrainState = { isDraining: boolean }

/** `/healthz`: the process responds. `/readyz`: its database responds too, and the process is not about to stop. */
export function registerHealth(app: FastifyInstance, db: Db, draining: DrainState): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async () => {
    if (draining.isDraining) throw new AppError('unavailable', 'This process is about to stop.')
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), READY_TIMEOUT_MS)
    })
    try {
      await Promise.race([pingDatabase(db), timeout])
    } catch (error) {
      throw new AppError('unavailable', 'The database does not respond.', { cause: error })
    } finally {
      clearTimeout(timer)
    }
    return { status: 'ready' }
  })
}
