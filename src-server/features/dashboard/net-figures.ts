import type { MerchantCtx } from '#server/core/context.ts'
import { sumWithdrawn } from '#server/features/disputes/disputes.queries.ts'
import { sumTotals } from '#server/features/money/entries.queries.ts'
import { sumRefunds } from '#server/features/refunds/figures/refund-sums.queries.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { sumPayments } from '#server/services/rollups/rollups.queries.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import type { DashboardNet } from './dashboard.schema.ts'

type Sum = { currency: string; count: unknown; amount: unknown }

/**
 * Returns what is left of the takings of all time in the reporting currency, after refunds, disputes and fees; null
 * while no processor has booked a payment. Reads stored sums, whose number does not grow with the payments; only the
 * disputes are summed row by row.
 */
export async function readNet({ db, merchant }: MerchantCtx): Promise<DashboardNet | null> {
  const { id: merchantId, currency } = merchant
  const calendar = merchantCalendarOf(merchant)
  const [payments, refunds, withdrawn, entries] = await Promise.all([
    sumPayments(db, { ...calendar, status: 'success' }),
    sumRefunds(db, { ...calendar, status: 'success' }),
    sumWithdrawn(db, { merchantId, currency }),
    sumTotals(db, { merchantId, currency }),
  ])
  const booked = entries.find(({ type }) => type === 'charge')?.count ?? 0
  if (booked === 0) return null
  const total = (sums: readonly Sum[], column: 'count' | 'amount') =>
    sums.reduce((all, sum) => (sum.currency === currency ? all + Number(sum[column]) : all), 0)
  const gross = total(payments, 'amount')
  const refunded = total(refunds, 'amount')
  // Some fees are entries of their own, whose amount is the fee.
  const fees = entries.reduce(
    (sum, { type, amount, fee }) => sum + fee - (type === 'fee' ? amount : 0),
    0,
  )
  return {
    currency,
    gross: decimalFromMinor(gross),
    refunded: decimalFromMinor(refunded),
    disputed: decimalFromMinor(withdrawn),
    fees: decimalFromMinor(fees),
    net: decimalFromMinor(gross - refunded - withdrawn - fees),
    // A payment that was captured in parts has several entries, so there may be more entries than payments.
    unknownFees: Math.max(total(payments, 'count') - booked, 0),
  }
}
