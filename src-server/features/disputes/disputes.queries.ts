import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { DisputeEventRow, DisputeRow, DisputeState } from '#db/tables/dispute-tables.ts'
import type { Db } from '#db/tables.ts'
import type { Minor } from '#server/shared/money/money.ts'

type Where = { merchantId: string; id: string }
type DisputedPayment = { merchantId: string; transactionId: string }

export const findDispute = (db: Db, { merchantId, id }: Where): Promise<DisputeRow | undefined> =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Finds a dispute and locks it until the transaction ends. The caller has locked its payment. */
export function findDisputeToChange(
  db: Db,
  dialect: Dialect,
  { merchantId, id }: Where,
): Promise<DisputeRow | undefined> {
  const query = db
    .selectFrom('disputes')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

export const listDisputesOf = (
  db: Db,
  { merchantId, transactionId }: DisputedPayment,
): Promise<DisputeRow[]> =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', transactionId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertDispute = (db: Db, row: DisputeRow) =>
  db.insertInto('disputes').values(row).execute()

export type DisputeChange = Partial<
  Omit<DisputeRow, 'merchantId' | 'id' | 'transactionId' | 'accountId' | 'ref' | 'createdAt'>
>

export const updateDispute = (
  db: Db,
  { merchantId, id }: Where,
  change: DisputeChange,
): Promise<DisputeRow> =>
  db
    .updateTable('disputes')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertDisputeEvent = (db: Db, row: DisputeEventRow) =>
  db.insertInto('disputeEvents').values(row).execute()

export const listDisputeEvents = (
  db: Db,
  { merchantId, disputeId }: { merchantId: string; disputeId: string },
): Promise<DisputeEventRow[]> =>
  db
    .selectFrom('disputeEvents')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('disputeId', '=', disputeId)
    .orderBy('sequence')
    .execute()

/** Sets a payment's disputed amount and dispute state, for lists, sums and the refundable amount. */
export const updateDisputedAmount = (
  db: Db,
  { merchantId, id }: Where,
  change: { amountDisputed: Minor; disputeState: DisputeState | null; updatedAt: string },
) =>
  db
    .updateTable('transactions')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/** Sums the money that banks hold or keep because of a merchant's disputes in a currency. */
export async function sumWithdrawn(
  db: Db,
  { merchantId, currency }: { merchantId: string; currency: string },
): Promise<Minor> {
  const row = await db
    .selectFrom('disputes')
    // PostgreSQL sums 64-bit integers as numeric, which arrives as text.
    .select(sql<number>`cast(coalesce(sum(withdrawn), 0) as bigint)`.as('amount'))
    .where('merchantId', '=', merchantId)
    .where('state', 'in', ['needs_response', 'under_review', 'lost'])
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return Number(row.amount)
}
