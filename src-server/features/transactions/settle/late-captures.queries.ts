import type { LateCaptureRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

/** Stores a late capture once for each payment. Returns false when it is already stored. */
export async function insertLateCapture(db: Db, row: LateCaptureRow): Promise<boolean> {
  const inserted = await db
    .insertInto('lateCaptures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('transactionId')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findLateCapture = (
  db: Db,
  { merchantId, transactionId }: Pick<LateCaptureRow, 'merchantId' | 'transactionId'>,
): Promise<LateCaptureRow | undefined> =>
  db
    .selectFrom('lateCaptures')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', transactionId)
    .executeTakeFirst()
