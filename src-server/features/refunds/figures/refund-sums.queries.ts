import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import type { RefundStatus } from '../refund-enums.schema.ts'

type Days = MerchantCalendar & {
  from?: string | undefined
  to?: string | undefined
  status?: RefundStatus | undefined
}

/** Filters that the stored daily sums support. */
export type RefundDays = Days & {
  paymentMethod?: string | undefined
  currency?: string | undefined
}

function selectDays(db: Db, days: RefundDays) {
  const { merchantId, calendar, from, to, status, paymentMethod, currency } = days
  let query = db
    .selectFrom('rollupRefundDays')
    .select(['currency', sumColumn('count').as('count'), sumColumn('amount').as('amount')])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  if (status) query = query.where('status', '=', status)
  if (paymentMethod) query = query.where('paymentMethod', '=', paymentMethod)
  if (currency) query = query.where('currency', '=', currency)
  return query
}

// PostgreSQL sums 64-bit integers as numeric, which arrives as text.
const sumColumn = (column: string) =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

/** Sums refunds by currency, from the stored daily sums. */
export const sumRefunds = (db: Db, days: Days) => selectDays(db, days).groupBy('currency').execute()

/** Sums refunds by status and currency, from the stored daily sums. */
export const sumRefundDays = (db: Db, days: RefundDays) =>
  selectDays(db, days).select('status').groupBy(['status', 'currency']).execute()

/** Returns a customer's payments and refunds per currency. */
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
