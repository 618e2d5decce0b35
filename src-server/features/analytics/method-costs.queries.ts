import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/** Payments with a balance entry in this currency, from the instant `from` (inclusive) to `before` (exclusive). */
export type BookedSpan = { merchantId: string; currency: string; from: string; before: string }

/** Position of a balance entry in a list sorted by `createdAt` and `id`. */
export type EntryPosition = { createdAt: string; id: string }

/**
 * Returns the sums of the newest booked payments after a position, by the method of the payment; null for payments made
 * elsewhere. `oldest` is the position of the oldest payment of a sum.
 */
export async function sumBookedPayments(
  db: Db,
  { merchantId, currency, from, before }: BookedSpan,
  { after, limit }: { after: EntryPosition | undefined; limit: number },
) {
  let page = db
    .selectFrom('balanceEntries as e')
    .select(['e.id', 'e.createdAt', 'e.amount', 'e.fee', 'e.merchantId', 'e.transactionId'])
    .where('e.merchantId', '=', merchantId)
    .where('e.type', '=', 'charge')
    .where('e.currency', '=', currency)
    .where('e.createdAt', '>=', from)
    .orderBy('e.createdAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
  // A single upper bound: with both, SQLite may sort all payments for each page.
  page = after
    ? page.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('e.createdAt', 'e.id'), '<', tuple(after.createdAt, after.id)),
      )
    : page.where('e.createdAt', '<', before)
  const rows = await db
    .selectFrom(page.as('p'))
    .leftJoin('transactions as t', (join) =>
      join.onRef('t.merchantId', '=', 'p.merchantId').onRef('t.id', '=', 'p.transactionId'),
    )
    .select([
      't.paymentMethod',
      't.methodType',
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<number>`cast(sum(p.amount) as bigint)`.as('amount'),
      sql<number>`cast(sum(p.fee) as bigint)`.as('fee'),
      sql<string>`min(p.created_at || ' ' || p.id)`.as('oldest'),
    ])
    .groupBy(['t.paymentMethod', 't.methodType'])
    .execute()
  return rows.map(({ oldest, ...row }) => ({ ...row, oldest: positionOf(oldest) }))
}

/** Length of an instant in ISO-8601. */
const INSTANT = 24

const positionOf = (text: string): EntryPosition => ({
  createdAt: text.slice(0, INSTANT),
  id: text.slice(INSTANT + 1),
})
