import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { Db } from '#db/tables.ts'

type DisputedPayments = { merchantId: string; transactionIds: readonly string[] }

/** Replaces the customer's name in the disputes of these payments; returns the changed disputes. */
export const renameDisputes = (
  db: Db,
  { merchantId, transactionIds }: DisputedPayments,
  names: Pick<DisputeRow, 'customerName' | 'customerEmail'>,
): Promise<DisputeRow[]> =>
  db
    .updateTable('disputes')
    .set(names)
    .where('merchantId', '=', merchantId)
    .where('transactionId', 'in', [...transactionIds])
    .returningAll()
    .execute()

/** Deletes the texts and the files of the evidence of these disputes: they describe the customer. */
export async function deleteEvidence(
  db: Db,
  { merchantId, disputeIds }: { merchantId: string; disputeIds: readonly string[] },
): Promise<void> {
  await db
    .updateTable('disputeDrafts')
    .set((eb) => ({ fields: '{}', version: eb('version', '+', 1) }))
    .where('merchantId', '=', merchantId)
    .where('disputeId', 'in', [...disputeIds])
    .execute()
  await db
    .deleteFrom('disputeFiles')
    .where('merchantId', '=', merchantId)
    .where('disputeId', 'in', [...disputeIds])
    .execute()
}
