import { sql } from 'kysely'
import type { Db, TransactionRow } from '#db/tables.ts'

/**
 * Returns the payments of a merchant with these references that are open or have succeeded: at most one for each
 * reference, however many payments with it have failed.
 */
export const listReferencedPayments = (
  db: Db,
  where: { merchantId: string; references: readonly string[] },
): Promise<TransactionRow[]> => referencedPaymentsQuery(db, where).execute()

export const referencedPaymentsQuery = (
  db: Db,
  { merchantId, references }: { merchantId: string; references: readonly string[] },
) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('orderReference', 'in', [...references])
    // Written as in the partial unique index, which a planner uses only for a query that repeats its condition.
    .where('status', '<>', sql.lit('failed'))
