import type { LateRefundRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

type Key = Pick<LateRefundRow, 'merchantId' | 'id'>

/**
 * Returns the refund of a payment's late capture: money that the processor took after the payment had failed or was
 * cancelled here. `id` is the payment's.
 */
export const findLateRefund = (db: Db, { merchantId, id }: Key) =>
  db
    .selectFrom('lateRefunds')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Stores a refund of a late capture, and replaces the stored one. The caller ensures that the stored one failed. */
export async function putLateRefund(db: Db, row: LateRefundRow): Promise<void> {
  const { merchantId: _, id: __, ...columns } = row
  await db
    .insertInto('lateRefunds')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchantId', 'id']).doUpdateSet(columns))
    .execute()
}

/**
 * Changes a refund of a late capture. Returns undefined, without a change, if it has failed or was replaced by another
 * refund.
 */
export const updateLateRefund = (
  db: Db,
  { merchantId, id, refundId }: Key & Pick<LateRefundRow, 'refundId'>,
  change: Partial<LateRefundRow>,
): Promise<LateRefundRow | undefined> =>
  db
    .updateTable('lateRefunds')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('refundId', '=', refundId)
    .where('status', '<>', 'failed')
    .returningAll()
    .executeTakeFirst()
