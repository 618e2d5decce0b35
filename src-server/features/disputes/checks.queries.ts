import type { DisputeCheckRow } from '#db/tables/dispute-tables.ts'
import type { Db } from '#db/tables.ts'

type Payment = Pick<DisputeCheckRow, 'merchantId' | 'id'>

/** Schedules a read of these payments' disputes. A read that is scheduled earlier keeps its time. */
export const scheduleChecks = (db: Db, payments: readonly Payment[], dueAt: string) =>
  db
    .insertInto('disputeChecks')
    .values(
      payments.map(({ merchantId, id }) => ({
        merchantId,
        id,
        dueAt,
        leasedUntil: null,
        checkCount: 0,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'id'])
        .doUpdateSet({ dueAt })
        .where('disputeChecks.dueAt', '>', dueAt),
    )
    .execute()

/**
 * Ends the lease of a check. Stores the time of the next check, or deletes the check when there is none. A check that
 * became due again during the lease stays due.
 */
export async function endCheck(
  db: Db,
  { merchantId, id, dueAt }: Pick<DisputeCheckRow, 'merchantId' | 'id' | 'dueAt'>,
  next: { dueAt: string; checkCount: number } | null,
): Promise<void> {
  await db
    .updateTable('disputeChecks')
    .set({ leasedUntil: null })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
  if (next) {
    await db
      .updateTable('disputeChecks')
      .set(next)
      .where('merchantId', '=', merchantId)
      .where('id', '=', id)
      .where('dueAt', '=', dueAt)
      .execute()
    return
  }
  await db
    .deleteFrom('disputeChecks')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('dueAt', '=', dueAt)
    .execute()
}
