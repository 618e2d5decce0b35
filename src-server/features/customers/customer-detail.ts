import type { CustomerRow } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import { findPaymentTimes, listCustomerTotals } from './customers.queries.ts'
import { customerOf } from './customers.rules.ts'
import type { CustomerDetail } from './customers.schema.ts'

/** Returns a customer with the spending in each currency and the times of the first and last payments. */
export async function readCustomerDetail(
  { db, merchant }: MerchantCtx,
  row: CustomerRow,
): Promise<CustomerDetail> {
  const where = { merchantId: merchant.id, id: row.id }
  const [totals, { first, last }] = await Promise.all([
    listCustomerTotals(db, { ...where, ...merchantCalendarOf(merchant) }),
    findPaymentTimes(db, where),
  ])
  const reportingTotal = totals.find(({ currency }) => currency === merchant.currency)
  const transactionCount = totals.reduce((sum, total) => sum + total.transactionCount, 0)
  return {
    ...customerOf(
      { ...row, totalSpent: reportingTotal?.totalSpent ?? 0, transactionCount },
      merchant.currency,
    ),
    totals: totals.map((total) => ({
      currency: Currency.parse(total.currency),
      totalSpent: decimalFromMinor(total.totalSpent),
      transactionCount: total.transactionCount,
    })),
    firstPaymentAt: first ?? null,
    lastPaymentAt: last ?? null,
  }
}
