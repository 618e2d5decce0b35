import type { World } from '../../context.ts'
import { toIso } from '../../shared/day.ts'
import { recordOutcome } from './record-outcome.ts'
import { listDueTransactions } from './transactions.queries.ts'
import { chargeRequestOf } from './transactions.rules.ts'

const BATCH = 100

/**
 * Asks the processor for the outcome of every pending payment that is due, and records it.
 * What is due stands in the database, so a restart loses nothing; doing one twice changes nothing.
 * Answers how many it asked for.
 */
export async function settleDue(world: World): Promise<number> {
  const { db, now, processor, log } = world
  const due = await listDueTransactions(db, { dueAt: toIso(now()), limit: BATCH })
  for (const row of due) {
    try {
      const outcome = await processor.ask(chargeRequestOf(row), now())
      await recordOutcome(world, row, outcome, `processor:${processor.name}`)
    } catch (error) {
      // One payment that cannot be resolved must not hold up the others; it stays due.
      log.error({ err: error, transaction: row.id }, 'a pending payment could not be settled')
    }
  }
  return due.length
}
