import { z } from 'zod'
import { Currency, Decimal } from '#server/shared/money.ts'

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
