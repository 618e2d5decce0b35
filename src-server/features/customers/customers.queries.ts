import type { CustomerRow, Db } from '#db/tables.ts'

export const findCustomerByEmail = (db: Db, where: { merchantId: string; emailKey: string }) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('merchantId', '=', where.merchantId)
    .where('emailKey', '=', where.emailKey)
    .executeTakeFirst()

/** Undefined when a customer with that e-mail is already there. */
export const insertCustomerUnlessKnown = (db: Db, row: CustomerRow) =>
  db
    .insertInto('customers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchantId', 'emailKey']).doNothing())
    .returningAll()
    .executeTakeFirst()
