import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'
import { SEALED_REF_PREFIX } from './sealed-refs.ts'

type AccountKey = { merchantId: string; id: string }
type Account = Selectable<ProcessorAccountRow>

export const findProcessorAccount = (db: Db, { merchantId, id }: AccountKey) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Finds an open account by its id only, since a processor's notification contains no merchant. */
export const findAccountOfNotification = (db: Db, { id }: { id: string }) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .executeTakeFirst()

/** Returns the accounts that take payments now. */
export const listOpenAccounts = (db: Db, { merchantId }: { merchantId: string }) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('closedAt', 'is', null)
    .orderBy('createdAt')
    .execute()

/** Returns all accounts that were ever connected, closed ones too, newest first. A merchant has few. */
export const listProcessorAccounts = (db: Db, { merchantId }: { merchantId: string }) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/**
 * Returns the processor's id of any one payment of an account; undefined when the account has none. Encrypted ids are
 * left out: processors delete unpaid payments.
 */
export async function findPaymentRefOf(
  db: Db,
  { merchantId, id, createdAt, closedAt }: AccountKey & Pick<Account, 'createdAt' | 'closedAt'>,
): Promise<string | undefined> {
  const imported = await db
    .selectFrom('importedPayments')
    .select('ref')
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (imported) return imported.ref
  // The account's own payments begin when it was connected, so the query skips few imported payments.
  let query = db
    .selectFrom('transactions')
    .select('processorRef')
    .where('merchantId', '=', merchantId)
    .where('createdAt', '>=', createdAt)
    .where('processorAccountId', '=', id)
    .where('processorRef', 'is not', null)
    .where('processorRef', 'not like', `${SEALED_REF_PREFIX}%`)
    .orderBy('createdAt')
    .limit(1)
  if (closedAt !== null) query = query.where('createdAt', '<=', closedAt)
  return (await query.executeTakeFirst())?.processorRef ?? undefined
}

export const insertProcessorAccount = (db: Db, row: Insertable<ProcessorAccountRow>) =>
  db.insertInto('processorAccounts').values(row).execute()

export const updateProcessorAccount = (
  db: Db,
  { merchantId, id }: AccountKey,
  change: Updateable<ProcessorAccountRow>,
) =>
  db
    .updateTable('processorAccounts')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Returns a batch of accounts with secrets, for encryption with another key. */
export const listSealedAccounts = (db: Db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('processorAccounts')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
