import type { Db } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { HasTime } from '#server/core/work/time-slices.ts'
import {
  addNextCustomers,
  addNextPayments,
  addNextRefunds,
  type Batch,
  type CalendarProgress,
  type CalendarWork,
} from './calendar-batches.queries.ts'
import type { MerchantCalendar } from './rollups.queries.ts'
import { deleteSums, rollupTables } from './sums.queries.ts'

const DELETE_BATCH = 500

/** Progress of a change of time zone or currency that has processed no row yet. */
export const START_OF_CHANGE: CalendarProgress = {
  payments: { createdAt: '', id: '' },
  customerId: '',
  refundId: '',
}

/**
 * Continues a change of time zone or currency until `hasTime` returns false or all rows are processed (`isDone`). No
 * other transaction may add to the merchant's sums meanwhile. The new calendar contains exactly the rows processed so
 * far, with all their sums. The clock is checked only after full batches. Otherwise rows that arrive between two slices
 * would keep a slow database from ever finishing.
 */
export async function advanceChange(
  world: World,
  work: CalendarWork,
  reached: CalendarProgress,
  hasTime: HasTime,
): Promise<{ reached: CalendarProgress; isDone: boolean }> {
  let { payments, customerId, refundId } = reached
  const { batch } = work
  while (hasTime()) {
    const customers = await runTimed(batch, () => addNextCustomers(world, work, customerId))
    customerId = customers?.id ?? customerId
    if (customers?.isFull) continue
    const refunds =
      work.timezone !== null && (await runTimed(batch, () => addNextRefunds(world, work, refundId)))
    refundId = refunds ? refunds.id : refundId
    if (refunds && refunds.isFull) continue
    const next =
      work.timezone !== null &&
      (await runTimed(batch, () => addNextPayments(world, work, payments)))
    payments = next ? next.reached : payments
    if (!next || !next.isFull) {
      return { reached: { payments, customerId, refundId }, isDone: true }
    }
  }
  return { reached: { payments, customerId, refundId }, isDone: false }
}

/** Adapts the size of the next batch to the duration of this one. */
async function runTimed<T extends { isFull: boolean }>(
  batch: Batch,
  add: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const beganMs = performance.now()
  const added = await add()
  if (added?.isFull) batch.adapt(performance.now() - beganMs)
  return added
}

/**
 * Deletes the sums of a calendar until `hasTime` returns false. Returns true when the calendar has no sums left. Each
 * call deletes one batch before it checks the time, so the work finishes however slow the machine is.
 */
export async function clearSums(
  db: Db,
  target: MerchantCalendar,
  hasTime: HasTime,
): Promise<boolean> {
  // The time limit begins with the first call of `hasTime`.
  hasTime()
  for (const table of rollupTables) {
    for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH; ) {
      deleted = await deleteSums(db, table, target, DELETE_BATCH)
      if (deleted > 0 && !hasTime()) return false
    }
  }
  return true
}
