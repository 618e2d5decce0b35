import type { FeatureDocs, NamedSchema } from '#server/core/calls/docs.ts'
import { analyticsDocs } from '#server/features/analytics/analytics.docs.ts'
import { apiKeysDocs } from '#server/features/api-keys/api-keys.docs.ts'
import { auditLogDocs } from '#server/features/audit-log/audit-log.docs.ts'
import { clerkDocs } from '#server/features/clerk/clerk.docs.ts'
import { customersDocs } from '#server/features/customers/customers.docs.ts'
import { dashboardDocs } from '#server/features/dashboard/dashboard.docs.ts'
import { disputesDocs } from '#server/features/disputes/disputes.docs.ts'
import { environmentDocs } from '#server/features/environment/environment.docs.ts'
import { integrationsDocs } from '#server/features/integrations/integrations.docs.ts'
import { listenersDocs } from '#server/features/listeners/listeners.docs.ts'
import { merchantsDocs } from '#server/features/merchants/merchants.docs.ts'
import { balanceDocs, balanceEntriesDocs, payoutsDocs } from '#server/features/money/money.docs.ts'
import { monthsDocs } from '#server/features/months/months.docs.ts'
import { openaiDocs } from '#server/features/openai/openai.docs.ts'
import { paymentLinksDocs } from '#server/features/payment-links/payment-links.docs.ts'
import { processorAccountsDocs } from '#server/features/processor-accounts/processor-accounts.docs.ts'
import { refundsDocs } from '#server/features/refunds/refunds.docs.ts'
import { requestLogDocs } from '#server/features/request-log/request-log.docs.ts'
import { takingsDocs } from '#server/features/takings/takings.docs.ts'
import { transactionsDocs } from '#server/features/transactions/transactions.docs.ts'
import { webhookEndpointsDocs } from '#server/features/webhook-endpoints/webhook-endpoints.docs.ts'
import { webhooksDocs } from '#server/features/webhooks/webhooks.docs.ts'

/** Documentation of each feature's calls, by the first part of the calls' names, in the order of the API reference. */
export const featureDocs: Readonly<Record<string, FeatureDocs>> = {
  transactions: transactionsDocs,
  refunds: refundsDocs,
  balance: balanceDocs,
  balanceEntries: balanceEntriesDocs,
  payouts: payoutsDocs,
  disputes: disputesDocs,
  paymentLinks: paymentLinksDocs,
  customers: customersDocs,
  merchant: merchantsDocs,
  dashboard: dashboardDocs,
  takings: takingsDocs,
  months: monthsDocs,
  analytics: analyticsDocs,
  environment: environmentDocs,
  integrations: integrationsDocs,
  processorAccounts: processorAccountsDocs,
  apiKeys: apiKeysDocs,
  webhookEndpoints: webhookEndpointsDocs,
  webhooks: webhooksDocs,
  listeners: listenersDocs,
  requestLog: requestLogDocs,
  auditLog: auditLogDocs,
  openai: openaiDocs,
  clerk: clerkDocs,
}

export const allDocs: readonly FeatureDocs[] = Object.values(featureDocs)

/**
 * Returns the documentation of a call, named `feature.call`, and of its feature. Throws for an undocumented feature.
 */
export function docsOf(name: string) {
  const [feature = '', call = ''] = name.split('.')
  const docs = featureDocs[feature]
  if (!docs)
    throw new Error(`${name}: src-server/http/openapi/features.ts has no docs of ${feature}`)
  return { ...docs, call: docs.calls?.[call] }
}

/** Collects the named schemas of all features. Throws when two features use the same name. */
function gatherSchemas(side: 'inputs' | 'outputs'): Record<string, NamedSchema> {
  const entries = allDocs.flatMap((docs) => Object.entries(docs[side] ?? {}))
  const names = entries.map(([name]) => name)
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate) throw new Error(`two schemas are named ${duplicate}`)
  return Object.fromEntries(entries)
}

/** Schemas with a name in the reference; any other schema is written out at each use. */
export const namedSchemas = { input: gatherSchemas('inputs'), output: gatherSchemas('outputs') }

/** Returns the example of a named schema; undefined when the schema has none. */
export const exampleOf = (name: string): unknown =>
  (namedSchemas.output[name] ?? namedSchemas.input[name])?.example
