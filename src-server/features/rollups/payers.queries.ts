import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import type { Month } from '../../shared/day.ts'

/** How many customers paid in each of some months. */
export async function countPayers(
  db: Db,
  { merchantId, months: [first = '', ...others] }: { merchantId: string; months: Month[] },
): Promise<number> {
  let query = db
    .selectFrom('rollupCustomerMonths as first')
    .select(sql<number>`count(distinct first.customer_id)`.as('count'))
    .where('first.merchantId', '=', merchantId)
    .where('first.month', '=', first)
    .where('first.count', '>', 0)
  for (const month of others) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('rollupCustomerMonths as other')
          .select('other.customerId')
          .where('other.merchantId', '=', merchantId)
          .where('other.month', '=', month)
          .whereRef('other.customerId', '=', 'first.customerId')
          .where('other.count', '>', 0),
      ),
    )
  }
  return (await query.executeTakeFirstOrThrow()).count
}
