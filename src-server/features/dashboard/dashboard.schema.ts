import { z } from 'zod'
import { Day } from '#server/shared/day.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { Instant } from '#server/shared/text/text.ts'

/** Percent against the 30 days before, one decimal; null when there was nothing to compare with. */
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

/** Today so far, in the merchant's zone. */
export const DashboardToday = z.strictObject({
  day: Day,
  /** The same weekday a week before, which counts until this instant: the time of day that it is now. */
  comparedDay: Day,
  comparedUntil: Instant,
  /** Of the merchant's reporting currency first, then of each other with takings on either day. */
  takings: z.array(Sum.extend({ comparison: z.strictObject({ amount: Decimal, change: Change }) })),
  /** What waits for its outcome, of whichever day. */
  pending: z.strictObject({ count: z.int(), sums: z.array(Sum) }),
  /** Of today; `reasons` are those of the latest, the commonest first. */
  failed: z.strictObject({
    count: z.int(),
    reasons: z.array(z.strictObject({ reason: z.string().nullable(), count: z.int() })),
  }),
})
export type DashboardToday = z.infer<typeof DashboardToday>

/** The last 30 days, today among them; `days` are those of the lines, oldest first. */
export const DashboardRecent = z.strictObject({
  from: Day,
  to: Day,
  currency: Currency,
  totalRevenue: Decimal,
  totalTransactions: z.int(),
  /** Those who became known in these days. */
  activeCustomers: z.int(),
  /** Null while nothing is final. */
  successRate: z.number().nullable(),
  days: z.strictObject({
    /** In major units of the currency. */
    totalRevenue: z.array(z.number()),
    totalTransactions: z.array(z.int()),
    activeCustomers: z.array(z.int()),
    successRate: z.array(z.number().nullable()),
  }),
})
export type DashboardRecent = z.infer<typeof DashboardRecent>
