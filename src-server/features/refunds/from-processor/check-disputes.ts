import type { DisputeCheckRow } from '#db/tables/dispute-tables.ts'
import type { World } from '#server/core/context.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { endCheck } from '#server/features/disputes/checks.queries.ts'
import { atProcessor } from '#server/features/transactions/payment-stages.rules.ts'
import { pauseMs } from '#server/features/transactions/settle/record-progress.ts'
import { PROCESSOR_TIMEOUT_MS } from '#server/features/transactions/settle/settle-due.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { recordRefundsAndDisputes } from './record-refunds-and-disputes.ts'

/** Queue of payments whose disputes change at a known time. */
export const dueChecks: LeasedQueue<DisputeCheckRow> = {
  table: 'disputeChecks',
  due: 'dueAt',
  lease: 'leasedUntil',
  concurrencyKey: ['merchantId'],
  leaseMs: 3 * PROCESSOR_TIMEOUT_MS,
  work: checkDisputes,
  failed: async ({ db, log, now }, check, error) => {
    log.warn({ err: error, transaction: check.id }, 'the disputes of a payment were not read')
    const checkCount = check.checkCount + 1
    await endCheck(db, check, { dueAt: toIso(now() + pauseMs(check.checkCount)), checkCount })
  },
}

/** Reads the disputes of every payment whose check is due. Returns the number of payments. */
export const checkDueDisputes = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, dueChecks, signal)

async function checkDisputes(world: World, check: DisputeCheckRow): Promise<void> {
  const { merchantId, id } = check
  const payment = await findTransaction(world.db, { merchantId, key: id })
  const { readRefundsAndDisputes } = payment ? world.processors.named(payment.processor) : {}
  if (!payment || !readRefundsAndDisputes) return endCheck(world.db, check, null)
  const reported = await withTimeLimit(
    PROCESSOR_TIMEOUT_MS,
    readRefundsAndDisputes(atProcessor(payment), world.now()),
  )
  const { pollAtMs } = reported
  const next = pollAtMs === undefined ? null : { dueAt: toIso(pollAtMs), checkCount: 0 }
  await recordRefundsAndDisputes(world, payment, reported, (inner) =>
    endCheck(inner.db, check, next),
  )
}
