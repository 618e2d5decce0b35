import { insertMany } from '#db/many-rows.ts'
import type { ImportedPaymentRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

/** Returns the processor references that any of the merchant's accounts has already imported. */
export async function findImportedRefs(
  db: Db,
  { merchantId, refs }: { merchantId: string; refs: readonly string[] },
): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const rows = await db
    .selectFrom('importedPayments')
    .select('ref')
    .where('merchantId', '=', merchantId)
    // The primary key has the account before the reference, and a merchant has few accounts.
    .where('accountId', 'in', (eb) =>
      eb.selectFrom('processorAccounts').select('id').where('merchantId', '=', merchantId),
    )
    .where('ref', 'in', [...refs])
    .execute()
  return new Set(rows.map(({ ref }) => ref))
}

/** Returns the ids that belong to payments of the merchant. */
export async function findPaymentIds(
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('transactions')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export const insertImported: (db: Db, rows: readonly ImportedPaymentRow[]) => Promise<unknown> =
  insertMany('importedPayments', {
    columns: ['merchantId', 'accountId', 'ref', 'transactionId'],
  })
