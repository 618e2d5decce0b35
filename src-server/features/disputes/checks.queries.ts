import type { DisputeCheckRow } from '#db/tables/dispute-tables.ts'
import type { Db } from '#db/tables.ts'

type Payment = Pick<DisputeCheckRow, 'merchantId' | 'id'>

/** Makes the disputes of these payments due for reading at an instant; a later time than planned has no effect. */
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
 * Ends the lease of a check. Sets the time of the next one, or removes the check when there is none, unless a change
 * made it due again meanwhile.
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
