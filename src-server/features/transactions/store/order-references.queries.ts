import { findMany } from '#db/many-rows.ts'
import type { Db, TransactionRow } from '#db/tables.ts'

type ReferenceKey = { merchantId: string; orderReference: string }

const findIds = findMany('transactions', {
  by: ['merchantId', 'orderReference'],
  columns: ['merchantId', 'id', 'status'],
})

/** Returns the payments with these references that are open or have succeeded: at most one for each reference. */
export async function listReferencedPayments(
  db: Db,
  keys: readonly ReferenceKey[],
): Promise<TransactionRow[]> {
  const found = (await findIds(db, keys)).filter(({ status }) => status !== 'failed')
  const rows: TransactionRow[] = []
  for (const { merchantId, id } of found) {
    const row = await db
      .selectFrom('transactions')
      .selectAll()
      .where('merchantId', '=', merchantId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (row) rows.push(row)
  }
  return rows
}
