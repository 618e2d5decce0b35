import type { DisputeRow, DisputeState } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'
import type { Minor } from '#server/shared/money/money.ts'

type DisputedPayment = { merchantId: string; transactionId: string }

export const listDisputesOf = (
  db: Db,
  { merchantId, transactionId }: DisputedPayment,
): Promise<DisputeRow[]> =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', transactionId)
    .orderBy('openedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertDispute = (db: Db, row: DisputeRow) =>
  db.insertInto('disputes').values(row).execute()

export const updateDispute = (
  db: Db,
  { merchantId, id }: Pick<DisputeRow, 'merchantId' | 'id'>,
  change: Pick<DisputeRow, 'status' | 'amount' | 'reason' | 'evidenceDueAt' | 'updatedAt'>,
) =>
  db
    .updateTable('disputes')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/** Sets a payment's disputed amount and dispute state, for lists, sums and the refundable amount. */
export const updateDisputed = (
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
  change: { amountDisputed: Minor; disputeState: DisputeState | null; updatedAt: string },
) =>
  db
    .updateTable('transactions')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
