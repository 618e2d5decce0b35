import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { dashboardRouter } from './dashboard.router.ts'
import { DashboardStats } from './dashboard.schema.ts'

export const dashboardDocs = {
  tag: { name: 'Dashboard', description: 'Main figures.' },
  outputs: {
    DashboardStats: describeSchema(DashboardStats, {
      description: 'The figures of the dashboard.',
      fields: {
        totalTransactions: 'Payments of every currency and status',
        successRate: 'Successful among final payments, in percent',
        currency: "The merchant's reporting currency, in which `totalRevenue` is",
        change: 'The last 30 days against the 30 before, in percent; null with nothing to compare',
      },
      example: {
        totalRevenue: '5108.70',
        totalTransactions: 214,
        activeCustomers: 87,
        successRate: 96.2,
        currency: 'EUR',
        byCurrency: [
          { currency: 'EUR', totalRevenue: '5108.70', totalTransactions: 198 },
          { currency: 'USD', totalRevenue: '402.00', totalTransactions: 16 },
        ],
        change: {
          totalRevenue: 6.2,
          totalTransactions: 4.1,
          activeCustomers: null,
          successRate: -0.4,
        },
      },
    }),
  },
} satisfies DocsOf<typeof dashboardRouter>
