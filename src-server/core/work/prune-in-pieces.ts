import type { Db } from '#db/tables.ts'
import { inTransaction, type StoringWorld } from '../context.ts'
import { inPieces, turn } from './pieces.ts'

/** So many rows go before the clock is looked at. */
const BATCH = 20

/**
 * Deletes what is too old, however much that is, in short transactions. `prune` deletes so many rows at
 * most and answers how many; fewer than asked for means that there are no more.
 */
export const pruneInPieces = (
  world: StoringWorld,
  prune: (db: Db, limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<boolean> =>
  inPieces(
    (hasTime) =>
      inTransaction(world, async ({ db }) => {
        while (hasTime()) if ((await prune(db, BATCH)) < BATCH) return true
        return false
      }),
    { signal },
  )

/** So few that no request waits noticeably for the database meanwhile. */
const STATEMENT = 200

/**
 * The same where one statement is enough: deletes so many rows at a time, with a turn for everybody else in
 * between, and answers how many went.
 */
export async function pruneInBatches(prune: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const went = await prune(STATEMENT)
    total += went
    if (went < STATEMENT) return total
    await turn()
  }
}
