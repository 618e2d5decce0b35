import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

/** Removes the customer's name and the team's note from the refunds of these payments; returns the changed refunds. */
export const renameRefunds = (
  db: Db,
  { merchantId, transactionIds }: { merchantId: string; transactionIds: readonly string[] },
  names: Pick<RefundRow, 'customerName' | 'customerEmail'>,
): Promise<RefundRow[]> =>
  db
    .updateTable('refunds')
    .set({ ...names, note: null })
    .where('merchantId', '=', merchantId)
    .where('transactionId', 'in', [...transactionIds])
    .returningAll()
    .execute()
