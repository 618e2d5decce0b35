import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

type Place = { merchantId: string; id: string }
type Account = Selectable<ProcessorAccountRow>

export const findProcessorAccount = (db: Db, { merchantId, id }: Place) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** By the id alone, which a processor calls with. */
export const findCalledAccount = (db: Db, { id }: { id: string }) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .executeTakeFirst()

/** Those that take payments now. */
export const listOpenAccounts = (db: Db, { merchantId }: { merchantId: string }) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('closedAt', 'is', null)
    .orderBy('createdAt')
    .execute()

/** All that were ever connected, closed ones too, the newest first. A merchant has few. */
export const listProcessorAccounts = (db: Db, { merchantId }: { merchantId: string }) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** What the processor calls some payment of an account; undefined where the account has none. */
export async function findPaymentRefOf(
  db: Db,
  { merchantId, id, createdAt, closedAt }: Place & Pick<Account, 'createdAt' | 'closedAt'>,
): Promise<string | undefined> {
  const imported = await db
    .selectFrom('importedPayments')
    .select('ref')
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (imported) return imported.ref
  // Its own payments begin where it was connected, so that few others are passed over.
  let query = db
    .selectFrom('transactions')
    .select('processorRef')
    .where('merchantId', '=', merchantId)
    .where('createdAt', '>=', createdAt)
    .where('processorAccountId', '=', id)
    .where('processorRef', 'is not', null)
    .orderBy('createdAt')
    .limit(1)
  if (closedAt !== null) query = query.where('createdAt', '<=', closedAt)
  return (await query.executeTakeFirst())?.processorRef ?? undefined
}

export const insertProcessorAccount = (db: Db, row: Insertable<ProcessorAccountRow>) =>
  db.insertInto('processorAccounts').values(row).execute()

export const updateProcessorAccount = (
  db: Db,
  { merchantId, id }: Place,
  change: Updateable<ProcessorAccountRow>,
) =>
  db
    .updateTable('processorAccounts')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Accounts with a secret, some at a time, for whoever puts them under another key. */
export const listSealedAccounts = (db: Db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
