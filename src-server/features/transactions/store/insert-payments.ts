import type { TransactionRow } from '#db/tables.ts'
import type { StoringWorld } from '#server/core/context.ts'
import { insertTransactions } from '../transactions.queries.ts'
import { assertOrderReferencesFree, sortByOrderReference } from './order-references.ts'

/** A reference `TXN-…` has 50 random bits, so three clashes in a row point to another fault. */
const MAX_REFERENCE_TRIES = 3

/**
 * Inserts payments and returns the stored rows in order. `insertTransactions` skips a row that clashes with a stored
 * one. A skipped row gets a new `TXN-…` and is inserted again; throws when its order reference is taken.
 */
export async function insertPayments(
  world: Pick<StoringWorld, 'db' | 'newReference'>,
  rows: readonly TransactionRow[],
): Promise<TransactionRow[]> {
  const inserted = new Map<string, TransactionRow>()
  // Sorted, so that two processes that store the same references cannot deadlock.
  let remaining = rows.some(({ orderReference }) => orderReference)
    ? sortByOrderReference(rows)
    : rows
  for (let attempt = 1; remaining.length > 0; attempt++) {
    const ids = new Set((await insertTransactions(world.db, remaining)).map(({ id }) => id))
    for (const row of remaining) if (ids.has(row.id)) inserted.set(row.id, row)
    const clashed = remaining.filter(({ id }) => !ids.has(id))
    if (clashed.some(({ orderReference }) => orderReference)) {
      await assertOrderReferencesFree(world, clashed)
    }
    if (clashed.length > 0 && attempt === MAX_REFERENCE_TRIES) {
      throw new Error(`${MAX_REFERENCE_TRIES} references in a row were taken`)
    }
    remaining = clashed.map((row) => ({ ...row, transactionId: world.newReference() }))
  }
  return rows.map((row) => inserted.get(row.id) ?? row)
}
