import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { Db, TransactionRow } from '#db/tables.ts'

/** Accounts at processors that take payments now, of all merchants, some at a time. */
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

/** The merchant's payments of these ids, or that were brought in under these names. */
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
    // The key begins with the accounts, which are few.
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

/** Payments of an account that succeeded, of a time, by their ids; without those that were brought in. */
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
