import { z } from 'zod'
import { Day } from '#server/shared/day.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { Instant } from '#server/shared/text/text.ts'

/**
 * Change in percent, one decimal: from the 30 days before, or from the compared day. Null with nothing to compare with.
 */
const Change = z.number().nullable()

export const DashboardStats = z.strictObject({
  totalRevenue: Decimal,
  totalTransactions: z.int(),
  activeCustomers: z.int(),
  successRate: z.number(),
  currency: Currency,
  byCurrency: z.array(
    z.strictObject({ currency: Currency, totalRevenue: Decimal, totalTransactions: z.int() }),
  ),
  change: z.strictObject({
    totalRevenue: Change,
    totalTransactions: Change,
    activeCustomers: Change,
    successRate: Change.meta({ description: 'In percentage points' }),
  }),
})
export type DashboardStats = z.infer<typeof DashboardStats>

const Sum = z.strictObject({ currency: Currency, amount: Decimal })

/** Figures of today so far, in the merchant's zone. */
export const DashboardToday = z.strictObject({
  day: Day,
  /** The same weekday a week before. That day counts until `comparedUntil`, at the current time of day. */
  comparedDay: Day,
  comparedUntil: Instant,
  /** Takings in the reporting currency first, then in each other currency with takings on either day. */
  takings: z.array(Sum.extend({ comparison: z.strictObject({ amount: Decimal, change: Change }) })),
  /** Payments of any day that wait for their outcome. */
  pending: z.strictObject({ count: z.int(), sums: z.array(Sum) }),
  /** Failed payments of today; `reasons` are the reasons of the latest payments, the most common first. */
  failed: z.strictObject({
    count: z.int(),
    reasons: z.array(z.strictObject({ reason: z.string().nullable(), count: z.int() })),
  }),
})
export type DashboardToday = z.infer<typeof DashboardToday>

/** Figures of the last 30 days including today; `days` contains the values for the charts, oldest first. */
export const DashboardRecent = z.strictObject({
  from: Day,
  to: Day,
  currency: Currency,
  totalRevenue: Decimal,
  totalTransactions: z.int(),
  /** Active customers first stored in these days. */
  activeCustomers: z.int(),
  /** Null while no payment is final. */
  successRate: z.number().nullable(),
  days: z.strictObject({
    /** Major units of the currency. */
    totalRevenue: z.array(z.number()),
    totalTransactions: z.array(z.int()),
    activeCustomers: z.array(z.int()),
    successRate: z.array(z.number().nullable()),
  }),
})
export type DashboardRecent = z.infer<typeof DashboardRecent>

/** Takings of all time in the reporting currency, and what is left of them. */
export const DashboardNet = z.strictObject({
  currency: Currency,
  gross: Decimal,
  refunded: Decimal,
  /** Money that banks hold or keep because of disputes. */
  disputed: Decimal,
  /** Fees that processors have booked. */
  fees: Decimal,
  net: Decimal,
  /** Successful payments whose fee is not known: not booked yet, or by a processor that reports none. */
  unknownFees: z.int(),
})
export type DashboardNet = z.infer<typeof DashboardNet>
