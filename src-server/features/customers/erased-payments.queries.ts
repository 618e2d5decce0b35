import type { Db } from '#db/tables.ts'

/** Where the reading of a customer's payments stands. */
export type PaymentPlace = { createdAt: string; id: string }

/** A customer's payments after a place, in the order of the index that knows them. */
export const listPaymentsOf = (
  db: Db,
  {
    merchantId,
    id,
    after,
    limit,
  }: { merchantId: string; id: string; after: PaymentPlace; limit: number },
) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', id)
    .where((eb) =>
      eb(eb.refTuple('createdAt', 'id'), '>', eb.tuple(after.createdAt, after.id as never)),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()

export const renamePayments = (
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: string[] },
  { name, email }: { name: string; email: string },
) =>
  db
    .updateTable('transactions')
    // What a program or a person wrote there may hold anything about the customer.
    .set({ customerName: name, customerEmail: email, description: null, metadata: null })
    .where('merchantId', '=', merchantId)
    .where('id', 'in', ids)
    .execute()
