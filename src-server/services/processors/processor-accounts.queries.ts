import type { Insertable, Updateable } from 'kysely'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import type { Db } from '#db/tables.ts'

type Place = { merchantId: string; id: string }

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
