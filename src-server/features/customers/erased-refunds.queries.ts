import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

/** Takes a customer's name, and what the team noted, out of the refunds of these payments; answers them as they are then. */
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
