import { setTimeout as wait } from 'node:timers/promises'
import type { OpenDatabase } from '#db/database.ts'
import { wantsRetry } from '#db/failures.ts'
import { coveredByParent, lockOrder } from '#db/lock-order.ts'
import type { Db, DialectDb } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import {
  deleteMove,
  findMove,
  lockTables,
  setMoveState,
} from '#server/services/operating/database-moves.queries.ts'
import { installBarrier, isBarrierComplete, removeTriggers } from './barrier.queries.ts'

/** Maximum time in which a server notices that it must stop writing, and completes what it has begun. */
const WRITERS_END_WITHIN_MS = 1500
const TRIES = 20
const RETRY_MS = 250

/** Returns the tables in the order in which writers lock them: locking all of them in this order cannot deadlock. */
function sortByLockOrder(tables: readonly string[]): string[] {
  const order: readonly string[] = lockOrder
  const rankOf = (name: string): number => {
    const at = order.indexOf(name)
    if (at >= 0) return at
    const parents = (coveredByParent[name] ?? []).map((parent) => order.indexOf(parent))
    return parents.length > 0 ? Math.max(...parents) + 0.5 : order.length
  }
  return tables.toSorted((one, other) => rankOf(one) - rankOf(other))
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

/** Runs work that adds or removes triggers of tables, while no other transaction writes to them: writers wait. */
async function withTableLocks(
  { db, dialect }: OpenDatabase,
  tables: readonly string[],
  work: (inner: DialectDb) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction().execute(async (trx) => {
        if (dialect === 'postgres' && tables.length > 0)
          await lockTables(trx, sortByLockOrder(tables))
        await work({ db: trx, dialect })
      })
      return
    } catch (error) {
      if (attempt >= TRIES || !(wantsRetry(error) || isLockTimeout(error))) throw error
    }
    await wait(RETRY_MS)
  }
}

type Closing = { id: string; tables: readonly string[]; at: () => string }

const abandonedError = (): AppError =>
  new AppError('conflict', 'The move was given up meanwhile, or another one has begun.')

/**
 * Makes the database from which a move copies refuse every change from now on. Servers are notified first, so that they
 * send no processor a request whose outcome they could not store. Does nothing if the database refuses changes already.
 */
export async function closeSource(database: OpenDatabase, { id, tables, at }: Closing) {
  if (await isClosed(database.db, id)) return
  if (!(await setMoveState(database.db, { id, state: 'closing', changedAt: at() })))
    throw abandonedError()
  await wait(WRITERS_END_WITHIN_MS)
  await withTableLocks(database, tables, async (inner) => {
    const move = await findMove(inner.db, 'from')
    await installBarrier(inner, tables, move?.other ?? '')
    if (!(await setMoveState(inner.db, { id, state: 'closed', changedAt: at() })))
      throw abandonedError()
  })
}

async function isClosed(db: Db, id: string): Promise<boolean> {
  const move = await findMove(db, 'from')
  if (move?.id !== id) throw abandonedError()
  return move.state === 'closed' || move.state === 'moved'
}

/**
 * Marks the source as moved; from then on no server starts on this database.
 * @throws AppError if it took changes meanwhile: its triggers are missing, or the move was abandoned.
 */
export const markSourceMoved = (database: OpenDatabase, { id, tables, at }: Closing) =>
  withTableLocks(database, [], async (inner) => {
    const isSafe = (await isClosed(inner.db, id)) && (await isBarrierComplete(inner, tables))
    if (!isSafe)
      throw new AppError('conflict', 'The source took changes meanwhile: nothing was moved.')
    await setMoveState(inner.db, { id, state: 'moved', changedAt: at() })
  })

/** Restores the source to its state before the move. */
export const reopenSource = (database: OpenDatabase, tables: readonly string[]): Promise<void> =>
  withTableLocks(database, tables, async (inner) => {
    await removeTriggers(inner)
    await deleteMove(inner.db, 'from')
  })
