import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { Db, TransactionRow } from '#db/tables.ts'

/** Returns a page of the processor accounts that take payments now, of all merchants. */
export const listAccountsWithKeys = (
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Selectable<ProcessorAccountRow>[]> =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('id', '>', after)
    .where('secretKey', 'is not', null)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the merchant's payments with these IDs, and payments that were imported under these IDs of the processor. */
export async function listPaymentsAtProcessor(
  db: Db,
  {
    merchantId,
    ids,
    refs,
  }: { merchantId: string; ids: readonly string[]; refs: readonly string[] },
): Promise<TransactionRow[]> {
  if (ids.length + refs.length === 0) return []
  const imported = await db
    .selectFrom('importedPayments')
    .select('transactionId')
    .where('merchantId', '=', merchantId)
    // The primary key begins with the merchant and the account, and accounts are few.
    .where('accountId', 'in', (eb) =>
      eb.selectFrom('processorAccounts').select('id').where('merchantId', '=', merchantId),
    )
    .where('ref', 'in', [...refs])
    .execute()
  const all = [...ids, ...imported.map(({ transactionId }) => transactionId)]
  if (all.length === 0) return []
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', 'in', all)
    .execute()
}

/** Returns a page, by id, of an account's successful payments in a period, without imported ones. */
export const listPaymentsSince = (
  db: Db,
  {
    merchantId,
    accountId,
    since,
    until,
    after,
    limit,
  }: {
    merchantId: string
    accountId: string
    since: string
    until: string
    after: string
    limit: number
  },
): Promise<Pick<TransactionRow, 'id' | 'amount' | 'currency'>[]> =>
  db
    .selectFrom('transactions')
    .select(['id', 'amount', 'currency'])
    .where('merchantId', '=', merchantId)
    .where('id', '>', after)
    .where('processorAccountId', '=', accountId)
    .where('status', '=', 'success')
    .where('importedAt', 'is', null)
    .where('createdAt', '>=', since)
    .where('createdAt', '<=', until)
    .orderBy('id')
    .limit(limit)
    .execute()
