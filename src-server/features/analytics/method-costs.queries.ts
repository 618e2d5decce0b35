import type { Db } from '#db/tables.ts'

/** Payments with a balance entry in this currency, from the instant `from` (inclusive) to `before` (exclusive). */
export type BookedSpan = { merchantId: string; currency: string; from: string; before: string }

/** Position of a balance entry in a list sorted by `createdAt` and `id`. */
export type EntryPosition = { createdAt: string; id: string }

/** Returns the newest booked payments after a position, with the method of each; null for payments made elsewhere. */
export function listBookedPayments(
  db: Db,
  { merchantId, currency, from, before }: BookedSpan,
  { after, limit }: { after: EntryPosition | undefined; limit: number },
) {
  let query = db
    .selectFrom('balanceEntries as e')
    .leftJoin('transactions as t', (join) =>
      join.onRef('t.merchantId', '=', 'e.merchantId').onRef('t.id', '=', 'e.transactionId'),
    )
    .select(['e.id', 'e.createdAt', 'e.amount', 'e.fee', 't.paymentMethod', 't.methodType'])
    .where('e.merchantId', '=', merchantId)
    .where('e.type', '=', 'charge')
    .where('e.currency', '=', currency)
    .where('e.createdAt', '>=', from)
    .orderBy('e.createdAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
  // A single upper bound: with both, SQLite may sort all payments for each page.
  query = after
    ? query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('e.createdAt', 'e.id'), '<', tuple(after.createdAt, after.id)),
      )
    : query.where('e.createdAt', '<', before)
  return query.execute()
}
