import type { Db, DialectDb } from '#db/tables.ts'
import { inList } from '#server/core/lists/list.queries.ts'

/** Ids to look up: Incasso's own ids, or the processor's ids, as each query says. */
type IdsToFind = { merchantId: string; ids: readonly string[] }

/** Finds payments by our ids, which the processor stores with its objects. */
export const findOwnPayments = (
  { db, dialect }: DialectDb,
  { merchantId, ids }: IdsToFind,
): Promise<{ id: string }[]> =>
  db
    .selectFrom('transactions')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('id', 'in', inList(dialect, ids))
    .execute()

/** Finds refunds by our ids, with their payments. */
export const findOwnRefunds = (
  { db, dialect }: DialectDb,
  { merchantId, ids }: IdsToFind,
): Promise<{ id: string; transactionId: string }[]> =>
  db
    .selectFrom('refunds')
    .select(['id', 'transactionId'])
    .where('merchantId', '=', merchantId)
    .where('id', 'in', inList(dialect, ids))
    .execute()

/** Finds imported payments by the processor's ids. */
export const findImportedPayments = (
  { db, dialect }: DialectDb,
  { merchantId, ids }: IdsToFind,
): Promise<{ ref: string; transactionId: string }[]> =>
  db
    .selectFrom('importedPayments')
    .select(['ref', 'transactionId'])
    .where('merchantId', '=', merchantId)
    // The primary key has the account before the reference, and a merchant has few accounts.
    .where('accountId', 'in', (eb) =>
      eb.selectFrom('processorAccounts').select('id').where('merchantId', '=', merchantId),
    )
    .where('ref', 'in', inList(dialect, ids))
    .execute()

/** Finds disputes by the processor's ids, with their payments. */
export const findDisputesByRef = (
  { db, dialect }: DialectDb,
  { merchantId, ids }: IdsToFind,
): Promise<{ ref: string; id: string; transactionId: string }[]> =>
  db
    .selectFrom('disputes')
    .select(['ref', 'id', 'transactionId'])
    .where('merchantId', '=', merchantId)
    .where('accountId', 'in', (eb) =>
      eb.selectFrom('processorAccounts').select('id').where('merchantId', '=', merchantId),
    )
    .where('ref', 'in', inList(dialect, ids))
    .execute()

/** Finds the payments of charges by the processor's ids of the charges. */
export async function findChargedPayments(
  { db, dialect }: DialectDb,
  { merchantId, ids }: IdsToFind,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('balanceEntries')
    .select(['sourceRef', 'transactionId'])
    .where('merchantId', '=', merchantId)
    .where('sourceRef', 'in', inList(dialect, ids))
    .where('transactionId', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ sourceRef, transactionId }) =>
      sourceRef === null || transactionId === null ? [] : [[sourceRef, transactionId] as const],
    ),
  )
}

/** Finds payouts by the processor's ids. */
export const findPayoutsByRef = (
  { db, dialect }: DialectDb,
  { merchantId, processor, ids }: IdsToFind & { processor: string },
): Promise<{ ref: string; id: string }[]> =>
  db
    .selectFrom('payouts')
    .select(['ref', 'id'])
    .where('merchantId', '=', merchantId)
    .where('processor', '=', processor)
    .where('ref', 'in', inList(dialect, ids))
    .execute()

/** Assigns entries to a payout by the processor's ids of the entries. */
export const assignByRef = (
  { db, dialect }: DialectDb,
  { merchantId, processor, ids, payoutId }: IdsToFind & { processor: string; payoutId: string },
): Promise<unknown> =>
  db
    .updateTable('balanceEntries')
    .set({ payoutId })
    .where('merchantId', '=', merchantId)
    .where('processor', '=', processor)
    .where('ref', 'in', inList(dialect, ids))
    .execute()

/**
 * Finds payouts of an account whose entries are not complete, at most `limit`; the payouts that have waited longest for
 * a reading come first.
 */
export const listIncompletePayouts = (
  db: Db,
  {
    merchantId,
    balanceAccountId,
    limit,
  }: { merchantId: string; balanceAccountId: string; limit: number },
) =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', balanceAccountId)
    .where('contents', '=', 'pending')
    .where('isAutomatic', '=', 1)
    .where('status', 'in', ['paid', 'failed'])
    .orderBy((eb) => eb.fn.coalesce('contentsReadAt', eb.val('')))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()
