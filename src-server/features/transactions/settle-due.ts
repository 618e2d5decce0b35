import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { ProcessorOutcome } from '#server/core/processor.ts'
import { answerWaitingKeys } from '#server/services/idempotency/idempotency.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { recordOutcome } from './record-outcome.ts'
import { listDueTransactions } from './transactions.queries.ts'
import { chargeRequestOf, transactionOf } from './transactions.rules.ts'

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
      await settle(world, row, outcome)
    } catch (error) {
      // One payment that cannot be resolved must not hold up the others; it stays due.
      log.error({ err: error, transaction: row.id }, 'a pending payment could not be settled')
    }
  }
  return due.length
}

/** With the outcome comes the answer for a caller who sent an Idempotency-Key and never got one. */
const settle = (world: World, row: TransactionRow, outcome: ProcessorOutcome): Promise<void> =>
  inTransaction(world, async (inner) => {
    const actor = `processor:${world.processor.name}`
    const settled = await recordOutcome(inner, row, outcome, { actor })
    if (!settled) return
    await answerWaitingKeys(
      inner.db,
      { merchantId: row.merchantId, objectId: row.id },
      { status: 200, body: JSON.stringify(transactionOf(settled)) },
    )
  })
