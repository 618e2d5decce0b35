import type { Selectable } from 'kysely'
import { insertMany } from '#db/many-rows.ts'
import type {
  BalanceAccountRow,
  BalanceEntryRow,
  LedgerAccountRow,
  LedgerBalanceRow,
  LedgerPostingRow,
  LedgerTransferRow,
} from '#db/tables/balance-tables.ts'
import type { Db, DialectDb } from '#db/tables.ts'
import { inList } from '#server/core/lists/list.queries.ts'

/**
 * A balance account, which owns a ledger, with the ledger's current generation. Each rebuild of the ledger posts all
 * entries again, with the next generation's number.
 */
export type LedgerOwner = Pick<
  Selectable<BalanceAccountRow>,
  'merchantId' | 'id' | 'ledgerGeneration'
>

/** Locks a balance account, and so its ledger, until the transaction ends. Returns its current generation. */
export const lockLedger = (
  { db, dialect }: DialectDb,
  { merchantId, id }: Pick<LedgerOwner, 'merchantId' | 'id'>,
): Promise<LedgerOwner> => {
  const query = db
    .selectFrom('balanceAccounts')
    .select(['merchantId', 'id', 'ledgerGeneration'])
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
  return (dialect === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
}

/** Returns all balance accounts of a merchant, or of all merchants. */
export const listLedgers = (db: Db, merchantId?: string): Promise<LedgerOwner[]> => {
  const query = db
    .selectFrom('balanceAccounts')
    .select(['merchantId', 'id', 'ledgerGeneration'])
    .orderBy('merchantId')
    .orderBy('id')
  return (merchantId === undefined ? query : query.where('merchantId', '=', merchantId)).execute()
}

/** Range of generations. Entries that were never posted have generation 0. */
type Generations = { from: number; to: number }

/** Returns entries whose last posting was in one of the generations, at most `limit`. */
export const listEntriesOfGenerations = (
  db: Db,
  { merchantId, id }: Pick<LedgerOwner, 'merchantId' | 'id'>,
  { from, to, limit }: Generations & { limit: number },
): Promise<Selectable<BalanceEntryRow>[]> =>
  db
    .selectFrom('balanceEntries')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', id)
    .where('ledgerGeneration', '>=', from)
    .where('ledgerGeneration', '<=', to)
    .orderBy('ledgerGeneration')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the newest generation that any of the account's entries was posted in. */
export async function findNewestGeneration(
  db: Db,
  { merchantId, id }: Pick<LedgerOwner, 'merchantId' | 'id'>,
): Promise<number> {
  const row = await db
    .selectFrom('balanceEntries')
    .select('ledgerGeneration')
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', id)
    .orderBy('ledgerGeneration', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ledgerGeneration ?? 0
}

export const listLedgerAccounts = (
  db: Db,
  { merchantId, id }: Pick<LedgerOwner, 'merchantId' | 'id'>,
): Promise<LedgerAccountRow[]> =>
  db
    .selectFrom('ledgerAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', id)
    .execute()

export const insertLedgerAccounts: (db: Db, rows: readonly LedgerAccountRow[]) => Promise<unknown> =
  insertMany('ledgerAccounts', {
    columns: ['merchantId', 'id', 'balanceAccountId', 'kind', 'currency'],
  })

export const insertTransfers: (db: Db, rows: readonly LedgerTransferRow[]) => Promise<unknown> =
  insertMany('ledgerTransfers', {
    columns: ['merchantId', 'generation', 'entryId', 'balanceAccountId', 'type', 'at'],
  })

export const insertPostings: (db: Db, rows: readonly LedgerPostingRow[]) => Promise<unknown> =
  insertMany('ledgerPostings', {
    columns: [
      'merchantId',
      'generation',
      'entryId',
      'sequence',
      'debitId',
      'creditId',
      'currency',
      'amount',
    ],
  })

const balanceKey = ['merchantId', 'generation', 'ledgerAccountId'] as const

export const addToLedgerBalances: (db: Db, rows: readonly LedgerBalanceRow[]) => Promise<unknown> =
  insertMany('ledgerBalances', {
    columns: [...balanceKey, 'debits', 'credits'],
    onConflict: { key: balanceKey, add: ['debits', 'credits'] },
  })

/** Records the generation in which entries were posted. */
export const markPosted = (
  { db, dialect }: DialectDb,
  {
    merchantId,
    ids,
    generation,
  }: { merchantId: string; ids: readonly string[]; generation: number },
): Promise<unknown> =>
  db
    .updateTable('balanceEntries')
    .set({ ledgerGeneration: generation })
    .where('merchantId', '=', merchantId)
    .where('id', 'in', inList(dialect, ids))
    .execute()

/** Makes a generation the current generation, whose balances are shown. */
export const setGeneration = (
  db: Db,
  { merchantId, id }: Pick<LedgerOwner, 'merchantId' | 'id'>,
  ledgerGeneration: number,
): Promise<unknown> =>
  db
    .updateTable('balanceAccounts')
    .set({ ledgerGeneration })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/** Returns the debits and credits of a merchant's ledger accounts, in the current generation. */
export const listLedgerBalances = (db: Db, { merchantId }: { merchantId: string }) =>
  db
    .selectFrom('ledgerBalances as b')
    .innerJoin('ledgerAccounts as l', (join) =>
      join.onRef('l.merchantId', '=', 'b.merchantId').onRef('l.id', '=', 'b.ledgerAccountId'),
    )
    .innerJoin('balanceAccounts as a', (join) =>
      join
        .onRef('a.merchantId', '=', 'l.merchantId')
        .onRef('a.id', '=', 'l.balanceAccountId')
        .onRef('a.ledgerGeneration', '=', 'b.generation'),
    )
    .select(['l.balanceAccountId', 'l.kind', 'l.currency', 'b.debits', 'b.credits'])
    .where('b.merchantId', '=', merchantId)
    .orderBy('l.balanceAccountId')
    .orderBy('l.kind')
    .orderBy('l.currency')
    .execute()
