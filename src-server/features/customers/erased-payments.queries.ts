import type { Db } from '#db/tables.ts'

/** The position up to which a customer's payments have been read. */
export type PaymentPosition = { createdAt: string; id: string }

/** Lists a customer's payments after a position, in the order of their index. */
export const listPaymentsOf = (
  db: Db,
  {
    merchantId,
    id,
    after,
    limit,
  }: { merchantId: string; id: string; after: PaymentPosition; limit: number },
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

/** Removes the references of payments: these contain the name or the e-mail address of an erased customer. */
export const removeReferences = (
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: string[] },
) =>
  db
    .updateTable('transactions')
    .set({ orderReference: null })
    .where('merchantId', '=', merchantId)
    .where('id', 'in', ids)
    .execute()

export const renamePayments = (
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: string[] },
  { name, email }: { name: string; email: string },
) =>
  db
    .updateTable('transactions')
    // Descriptions and metadata are free text, and the digits of a card or an account may identify the customer.
    .set({
      customerName: name,
      customerEmail: email,
      description: null,
      metadata: null,
      methodLast4: null,
    })
    .where('merchantId', '=', merchantId)
    .where('id', 'in', ids)
    .execute()
