import { router } from './core/calls/trpc.ts'
import { analyticsRouter } from './features/analytics/analytics.router.ts'
import { apiKeysRouter } from './features/api-keys/api-keys.router.ts'
import { auditLogRouter } from './features/audit-log/audit-log.router.ts'
import { brandingRouter } from './features/branding/branding.router.ts'
import { clerkRouter } from './features/clerk/clerk.router.ts'
import { customersRouter } from './features/customers/customers.router.ts'
import { dashboardRouter } from './features/dashboard/dashboard.router.ts'
import { demoRouter } from './features/demo/demo.router.ts'
import { disputesRouter } from './features/disputes/disputes.router.ts'
import { environmentRouter } from './features/environment/environment.router.ts'
import { identityRouter } from './features/identity/identity.router.ts'
import { integrationsRouter } from './features/integrations/integrations.router.ts'
import { eventsRouter } from './features/live/live.router.ts'
import { merchantRouter } from './features/merchants/merchants.router.ts'
import { balanceRouter } from './features/money/balance.router.ts'
import { balanceEntriesRouter } from './features/money/entries.router.ts'
import { payoutsRouter } from './features/money/payouts.router.ts'
import { monthsRouter } from './features/months/months.router.ts'
import { noticesRouter } from './features/notices/notices.router.ts'
import { openaiRouter } from './features/openai/openai.router.ts'
import { paymentLinksRouter } from './features/payment-links/payment-links.router.ts'
import { preferencesRouter } from './features/preferences/preferences.router.ts'
import { processorAccountsRouter } from './features/processor-accounts/processor-accounts.router.ts'
import { receiptsRouter } from './features/receipts/receipts.router.ts'
import { refundsRouter } from './features/refunds/refunds.router.ts'
import { requestLogRouter } from './features/request-log/request-log.router.ts'
import { takingsRouter } from './features/takings/takings.router.ts'
import { teamRouter } from './features/team/team.router.ts'
import { transactionsRouter } from './features/transactions/transactions.router.ts'
import { viewsRouter } from './features/views/views.router.ts'
import { webhookEndpointsRouter } from './features/webhook-endpoints/webhook-endpoints.router.ts'
import { webhooksRouter } from './features/webhooks/webhooks.router.ts'

export const appRouter = router({
  identity: identityRouter,
  merchant: merchantRouter,
  look: brandingRouter,
  dashboard: dashboardRouter,
  transactions: transactionsRouter,
  refunds: refundsRouter,
  balance: balanceRouter,
  balanceEntries: balanceEntriesRouter,
  payouts: payoutsRouter,
  disputes: disputesRouter,
  paymentLinks: paymentLinksRouter,
  receipts: receiptsRouter,
  processorAccounts: processorAccountsRouter,
  customers: customersRouter,
  takings: takingsRouter,
  months: monthsRouter,
  analytics: analyticsRouter,
  environment: environmentRouter,
  openai: openaiRouter,
  clerk: clerkRouter,
  integrations: integrationsRouter,
  webhookEndpoints: webhookEndpointsRouter,
  apiKeys: apiKeysRouter,
  webhooks: webhooksRouter,
  requestLog: requestLogRouter,
  auditLog: auditLogRouter,
  events: eventsRouter,
  demo: demoRouter,
  team: teamRouter,
  preferences: preferencesRouter,
  views: viewsRouter,
  notices: noticesRouter,
})

export type AppRouter = typeof appRouter
