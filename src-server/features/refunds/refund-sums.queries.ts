import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import type { RefundStatus } from './refund-enums.schema.ts'

type Days = MerchantCalendar & {
  from?: string | undefined
  to?: string | undefined
  status?: RefundStatus
}

/** Refunds by currency, from the sums of days. */
export function sumRefunds(db: Db, { merchantId, calendar, from, to, status }: Days) {
  let query = db
    .selectFrom('rollupRefundDays')
    .select([
      'currency',
      sql<number>`sum(count)`.as('count'),
      sql<number>`sum(amount)`.as('amount'),
    ])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .groupBy('currency')
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  if (status) query = query.where('status', '=', status)
  return query.execute()
}

/** What a customer has spent and got back, by currency. */
export async function listCustomerSums(
  db: Db,
  { merchantId, calendar, customerId }: MerchantCalendar & { customerId: string },
) {
  const gross = await db
    .selectFrom('rollupCustomers')
    .select(['currency', 'transactionCount as count', 'totalSpent as amount'])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('customerId', '=', customerId)
    .execute()
  const refunded = await db
    .selectFrom('rollupCustomerRefunds')
    .select(['currency', 'count', 'amount'])
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', customerId)
    .execute()
  return { gross, refunded }
}
