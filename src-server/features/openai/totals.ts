import type { MerchantCtx } from '#server/core/context.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import {
  countByMethod,
  type MerchantCalendar,
  sumByCurrencyAndStatus,
  sumByDay,
  sumBySlot,
} from '#server/services/rollups/rollups.queries.ts'
import { addDays, type Day, localMoment, startOfDayMs, toIso } from '#server/shared/day.ts'
import { type Currency, type Minor } from '#server/shared/money/money.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'
import { changeInPercent, countOf, slotLabel, successRateOf } from '../analytics/analytics.rules.ts'
import {
  type TransactionStatus,
  transactionStatuses,
} from '../transactions/transaction-enums.schema.ts'
import {
  type Anomaly,
  anomaliesIn,
  type DayRevenue,
  extremesOf,
  fillDays,
  reasonCounts,
  sumOf,
  TRAILING_DAYS,
} from './figures.rules.ts'
import { countFailureReasons } from './openai.queries.ts'

/** Business days that the totals cover, including today. */
export const TOTALS_DAYS = 90
const TREND_DAYS = 30

/** Totals of a merchant's payments, without personal data. Amounts in minor units. */
export type Totals = {
  from: Day
  to: Day
  /** Reporting currency, used for the trend, days, slots and anomalies. */
  currency: Currency
  payments: number
  byStatus: Record<TransactionStatus, number>
  byMethod: Record<PaymentMethod, number>
  /** Share of final payments that succeeded, in percent; null when no payment is final. */
  successRate: number | null
  revenue: { currency: Currency; amount: Minor; count: number }[]
  /** Revenue of the last 30 days and of the 30 days before; `change` in percent. */
  trend: { last: Minor; before: Minor; change: number | null }
  best: DayRevenue | undefined
  weakest: DayRevenue | undefined
  bestSlot: { label: string; weekday: number; slot: number; amount: Minor } | undefined
  failureReasons: { reason: string; count: number }[]
  anomalies: Anomaly[]
}

/**
 * Reads the totals from the stored daily sums. Only the failure reasons come from payment rows, at most
 * `MAX_COUNTED`, because no sums of reasons are stored.
 */
export async function readTotals(ctx: MerchantCtx): Promise<Totals> {
  const { db, merchant } = ctx
  const { currency, timezone } = merchant
  const calendar = merchantCalendarOf(merchant)
  const to = localMoment(ctx.now(), timezone).day
  const from = addDays(to, 1 - TOTALS_DAYS)
  const historyFrom = addDays(from, -TRAILING_DAYS)
  const span = { ...calendar, from, to }
  const [sums, dayRows, slotRows, reasonRows, byMethod] = await Promise.all([
    sumByCurrencyAndStatus(db, span),
    sumByDay(db, { ...span, from: historyFrom, currency }),
    sumBySlot(db, { ...calendar, currency }),
    countFailureReasons(db, {
      ...calendar,
      from,
      fromInstant: toIso(startOfDayMs(from, timezone)),
    }),
    methodCounts(ctx, span),
  ])
  const successful = dayRows.filter(({ status }) => status === 'success')
  const daysAndBefore = fillDays(successful, historyFrom, to)
  const days = daysAndBefore.slice(TRAILING_DAYS)
  // Today is left out: its revenue is incomplete and would look weak.
  const { best, weakest } = extremesOf(days.slice(0, -1))
  const last = sumOf(days.slice(-TREND_DAYS))
  const before = sumOf(days.slice(-2 * TREND_DAYS, -TREND_DAYS))
  return {
    from,
    to,
    currency,
    payments: countOf(sums),
    byStatus: Object.fromEntries(
      transactionStatuses.map((status) => [status, countOf(sums, status)]),
    ) as Totals['byStatus'],
    byMethod,
    successRate: successRateOf(sums),
    revenue: sums
      .filter(({ status }) => status === 'success')
      .map((row) => ({ ...row, currency: row.currency as Currency }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
      .map(({ status: _, ...row }) => row),
    trend: { last, before, change: changeInPercent(before, last) },
    best,
    weakest,
    bestSlot: bestSlotOf(slotRows),
    failureReasons: reasonCounts(reasonRows),
    anomalies: anomaliesIn(daysAndBefore.slice(0, -1)),
  }
}

async function methodCounts(
  { db }: MerchantCtx,
  span: MerchantCalendar & { from: Day; to: Day },
): Promise<Totals['byMethod']> {
  const counts = { card: 0, paypal: 0, bank: 0 }
  for (const status of transactionStatuses) {
    const rows = await countByMethod(db, { ...span, status })
    for (const method of paymentMethods) {
      counts[method] += rows.find((row) => row.paymentMethod === method)?.count ?? 0
    }
  }
  return counts
}

function bestSlotOf(rows: readonly { weekday: number; slot: number; amount: Minor }[]) {
  const [best] = rows.toSorted(
    (a, b) => b.amount - a.amount || a.weekday - b.weekday || a.slot - b.slot,
  )
  if (!best || best.amount === 0) return undefined
  const { weekday, slot, amount } = best
  return { label: slotLabel(weekday, slot), weekday, slot, amount }
}
