import { setTimeout as wait } from 'node:timers/promises'
import type { OpenDatabase } from '#db/database.ts'
import { wantsRetry } from '#db/failures.ts'
import { covered, lockOrder } from '#db/lock-order.ts'
import type { DatabaseMoveRow } from '#db/tables/operating-tables.ts'
import type { DialectDb } from '#db/tables.ts'
import {
  deleteMove,
  holdTables,
  setMoveState,
} from '#server/services/operating/database-moves.queries.ts'
import { installBarrier, removeTriggers } from './barrier.queries.ts'

/** So long a server takes at most to see that it is told to stop writing, and to end what it has begun. */
const ENDED_WITHIN_MS = 1500
const TRIES = 20
const REST_MS = 250

/** Writers take their locks in this order, so who takes those of all tables in it as well waits in no circle. */
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

/** Changes the form of tables between two writers; who comes meanwhile waits. */
async function betweenWriters(
  { db, dialect }: OpenDatabase,
  tables: readonly string[],
  work: (inner: DialectDb) => Promise<void>,
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await db.transaction().execute(async (trx) => {
        if (dialect === 'postgres') await holdTables(trx, inLockOrder(tables))
        await work({ db: trx, dialect })
      })
      return
    } catch (error) {
      if (tried >= TRIES || !(wantsRetry(error) || isLockTimeout(error))) throw error
    }
    await wait(REST_MS)
  }
}

type Closing = { row: DatabaseMoveRow; tables: readonly string[]; at: () => string }

/** From now on nobody writes to the source. Servers are told first, so that they ask no processor for what they could not store. */
export async function closeSource(database: OpenDatabase, { row, tables, at }: Closing) {
  await setMoveState(database.db, { side: 'from', state: 'closing', changedAt: at() })
  await wait(ENDED_WITHIN_MS)
  await betweenWriters(database, tables, async (inner) => {
    await installBarrier(inner, tables, row.other)
    await setMoveState(inner.db, { side: 'from', state: 'closed', changedAt: at() })
  })
}

/** The source is what it was before the move. */
export const reopenSource = (database: OpenDatabase, tables: readonly string[]): Promise<void> =>
  betweenWriters(database, tables, async (inner) => {
    await removeTriggers(inner)
    await deleteMove(inner.db, 'from')
  })
