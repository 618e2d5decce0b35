import { analyticsRouter } from './features/analytics/analytics.router.ts'
import { dashboardRouter } from './features/dashboard/dashboard.router.ts'
import { identityRouter } from './features/identity/identity.router.ts'
import { merchantRouter } from './features/merchants/merchants.router.ts'
import { transactionsRouter } from './features/transactions/transactions.router.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  identity: identityRouter,
  merchant: merchantRouter,
  dashboard: dashboardRouter,
  transactions: transactionsRouter,
  analytics: analyticsRouter,
})

export type AppRouter = typeof appRouter
