import type { Db } from '#db/tables.ts'
import { inTransaction, type StoringWorld } from '../context.ts'
import { runInSlices, yieldToOthers } from './time-slices.ts'

/** Rows that are deleted between two checks of the clock. */
const BATCH = 20

/**
 * Deletes all expired rows, however many, in short transactions. `prune` deletes at most `limit` rows and returns how
 * many; fewer than `limit` means that none remain. Returns true when none remain, false when the signal or the end of
 * the process stopped the work.
 */
export const pruneInSlices = (
  world: StoringWorld,
  prune: (db: Db, limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<boolean> =>
  runInSlices(
    (hasTime) =>
      inTransaction(world, async ({ db }) => {
        while (hasTime()) if ((await prune(db, BATCH)) < BATCH) return true
        return false
      }),
    { signal },
  )

/** Rows per statement: few enough that no request waits noticeably for the database. */
const ROWS_PER_STATEMENT = 200

/**
 * Deletes all expired rows with one statement per batch, without a transaction around it, and yields between batches.
 * `prune` deletes at most `limit` rows and returns how many. Returns the number of deleted rows.
 */
export async function pruneInBatches(prune: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await prune(ROWS_PER_STATEMENT)
    total += deleted
    if (deleted < ROWS_PER_STATEMENT) return total
    await yieldToOthers()
  }
}
