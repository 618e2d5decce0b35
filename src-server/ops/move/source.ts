import { setTimeout as wait } from 'node:timers/promises'
import type { OpenDatabase } from '#db/database.ts'
import { wantsRetry } from '#db/failures.ts'
import { covered, lockOrder } from '#db/lock-order.ts'
import type { Db, DialectDb } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import {
  deleteMove,
  findMove,
  holdTables,
  setMoveState,
} from '#server/services/operating/database-moves.queries.ts'
import { installBarrier, isBarred, removeTriggers } from './barrier.queries.ts'

/** Maximum time in which a server notices that it must stop writing, and completes what it has begun. */
const ENDED_WITHIN_MS = 1500
const TRIES = 20
const REST_MS = 250

/** Returns the tables in the order in which writers lock them: locking all of them in this order cannot deadlock. */
function inLockOrder(tables: readonly string[]): string[] {
  const order: readonly string[] = lockOrder
  const place = (name: string): number => {
    const at = order.indexOf(name)
    if (at >= 0) return at
    const parents = (covered[name] ?? []).map((parent) => order.indexOf(parent))
    return parents.length > 0 ? Math.max(...parents) + 0.5 : order.length
  }
  return tables.toSorted((one, other) => place(one) - place(other))
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

/** Changes the form of tables between two writers; writers that arrive meanwhile wait. */
async function betweenWriters(
  { db, dialect }: OpenDatabase,
  tables: readonly string[],
  work: (inner: DialectDb) => Promise<void>,
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await db.transaction().execute(async (trx) => {
        if (dialect === 'postgres' && tables.length > 0) await holdTables(trx, inLockOrder(tables))
        await work({ db: trx, dialect })
      })
      return
    } catch (error) {
      if (tried >= TRIES || !(wantsRetry(error) || isLockTimeout(error))) throw error
    }
    await wait(REST_MS)
  }
}

type Closing = { id: string; tables: readonly string[]; at: () => string }

const givenUp = (): AppError =>
  new AppError('conflict', 'The move was given up meanwhile, or another one has begun.')

/**
 * Makes the source refuse every change from now on. Servers are notified first, so that they send no processor a
 * request whose outcome they could not store. Does nothing if the source is closed already.
 */
export async function closeSource(database: OpenDatabase, { id, tables, at }: Closing) {
  if (await isClosed(database.db, id)) return
  if (!(await setMoveState(database.db, { id, state: 'closing', changedAt: at() }))) throw givenUp()
  await wait(ENDED_WITHIN_MS)
  await betweenWriters(database, tables, async (inner) => {
    const move = await findMove(inner.db, 'from')
    await installBarrier(inner, tables, move?.other ?? '')
    if (!(await setMoveState(inner.db, { id, state: 'closed', changedAt: at() }))) throw givenUp()
  })
}

async function isClosed(db: Db, id: string): Promise<boolean> {
  const move = await findMove(db, 'from')
  if (move?.id !== id) throw givenUp()
  return move.state === 'closed' || move.state === 'moved'
}

/**
 * Marks the source as moved; from then on no server starts on it.
 * @throws AppError if it took changes meanwhile: its triggers are missing, or the move was abandoned.
 */
export const giveSourceOver = (database: OpenDatabase, { id, tables, at }: Closing) =>
  betweenWriters(database, [], async (inner) => {
    const isSafe = (await isClosed(inner.db, id)) && (await isBarred(inner, tables))
    if (!isSafe)
      throw new AppError('conflict', 'The source took changes meanwhile: nothing was given over.')
    await setMoveState(inner.db, { id, state: 'moved', changedAt: at() })
  })

/** Restores the source to its state before the move. */
export const reopenSource = (database: OpenDatabase, tables: readonly string[]): Promise<void> =>
  betweenWriters(database, tables, async (inner) => {
    await removeTriggers(inner)
    await deleteMove(inner.db, 'from')
  })
