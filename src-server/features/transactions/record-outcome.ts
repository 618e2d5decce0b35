import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '../../context.ts'
import { toIso } from '../../shared/day.ts'
import type { ProcessorOutcome } from '../processors/processor.ts'
import { movePayment } from '../rollups/rollups.queries.ts'
import { emitPayment } from '../webhooks/emit-event.ts'
import {
  insertEvents,
  lastSequence,
  postponeCheck,
  settleTransaction,
} from './transactions.queries.ts'
import { processingMsOf, transactionOf } from './transactions.rules.ts'

/**
 * Makes a pending payment final, with its event and roll-ups, or notes when to ask again.
 * Answers the final row; undefined when it stays pending or somebody else made it final first.
 */
export function recordOutcome<C extends World>(
  ctx: C,
  pending: TransactionRow,
  outcome: ProcessorOutcome,
  { actor, note = null }: { actor: string; note?: string | null },
): Promise<TransactionRow | undefined> {
  return inTransaction(ctx, async (inner) => {
    const { db, now, noteChange } = inner
    if (outcome.status === 'pending') {
      await postponeCheck(db, pending, toIso(outcome.askAtMs))
      return undefined
    }
    const at = toIso(now())
    const reason = outcome.status === 'failed' ? outcome.reason : null
    const settled = await settleTransaction(db, pending, {
      status: outcome.status,
      failureReason: reason,
      settledAt: at,
      updatedAt: at,
    })
    if (!settled) return undefined

    const key = { merchantId: settled.merchantId, transactionId: settled.id }
    await insertEvents(db, [
      {
        ...key,
        sequence: (await lastSequence(db, key)) + 1,
        at,
        type: 'status_changed',
        status: settled.status,
        reason: reason ?? note,
        actor,
      },
    ])
    await movePayment(
      inner,
      { ...settled, status: 'pending', processingMs: 0 },
      { ...settled, processingMs: processingMsOf(settled) },
    )
    await emitPayment(inner, settled, transactionOf(settled))
    noteChange({
      merchantId: settled.merchantId,
      type: 'transaction',
      action: 'changed',
      objectId: settled.id,
    })
    return settled
  })
}
