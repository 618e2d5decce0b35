import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { RefundEventRow, RefundRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

type Where = { merchantId: string; id: string }

export const insertRefund = (db: Db, row: RefundRow) =>
  db.insertInto('refunds').values(row).execute()

export const findRefund = (db: Db, { merchantId, id }: Where): Promise<RefundRow | undefined> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Finds a refund and locks it until the transaction ends, so that a change sees the current state. */
export function findRefundToChange(
  db: Db,
  dialect: Dialect,
  { merchantId, id }: Where,
): Promise<RefundRow | undefined> {
  const query = db
    .selectFrom('refunds')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

export const listRefundsOf = (
  db: Db,
  { merchantId, transactionId }: { merchantId: string; transactionId: string },
): Promise<RefundRow[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', transactionId)
    .orderBy('id')
    .execute()

type Change = Partial<
  Pick<
    RefundRow,
    | 'customerName'
    | 'customerEmail'
    | 'status'
    | 'failureReason'
    | 'approval'
    | 'processorRef'
    | 'nextCheckAt'
    | 'checkCount'
    | 'leasedUntil'
    | 'updatedAt'
    | 'settledAt'
  >
>

export const updateRefund = (db: Db, { merchantId, id }: Where, change: Change) =>
  db
    .updateTable('refunds')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Adds to a payment's reserved (`refunding`) and `refunded` amounts; negative values subtract. */
export const addToRefundAmounts = (
  db: Db,
  { merchantId, id }: Where,
  { refunding, refunded, at }: { refunding: number; refunded: number; at: string },
) =>
  db
    .updateTable('transactions')
    .set({
      amountRefunding: sql<number>`amount_refunding + ${refunding}`,
      amountRefunded: sql<number>`amount_refunded + ${refunded}`,
      updatedAt: at,
    })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

export const insertRefundEvent = (db: Db, row: RefundEventRow) =>
  db.insertInto('refundEvents').values(row).execute()

export const listRefundEvents = (
  db: Db,
  { merchantId, refundId }: { merchantId: string; refundId: string },
): Promise<RefundEventRow[]> =>
  db
    .selectFrom('refundEvents')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('refundId', '=', refundId)
    .orderBy('sequence')
    .execute()

/** Sums an actor's pending and successful refunds in a currency since an instant, in minor units. */
export async function sumRefundedBy(
  db: Db,
  {
    merchantId,
    actor,
    currency,
    since,
  }: { merchantId: string; actor: string; currency: string; since: string },
): Promise<number> {
  const row = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('amount'))
    .where('merchantId', '=', merchantId)
    .where('createdAt', '>=', since)
    .where('actor', '=', actor)
    .where('currency', '=', currency)
    .where('status', 'in', ['pending', 'success'])
    .executeTakeFirstOrThrow()
  return Number(row.amount)
}
