import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import { AppError } from '../errors.ts'

const READY_TIMEOUT_MS = 1000

/** `/healthz`: the process answers. `/readyz`: its database does too. */
export function registerHealth(app: FastifyInstance, db: Db): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), READY_TIMEOUT_MS)
    })
    try {
      await Promise.race([sql`select 1`.execute(db), late])
    } catch (error) {
      throw new AppError('unavailable', 'The database does not answer.', { cause: error })
    } finally {
      clearTimeout(timer)
    }
    return { status: 'ready' }
  })
}
