/** The prose of the reference: what the schemas and procedures do not say of themselves. */

export type Tag = { name: string; description: string }

/** By the first part of a procedure's name. */
export const tags: Record<string, Tag> = {
  transactions: { name: 'Transactions', description: 'Payments: taking, finding, settling them.' },
  customers: { name: 'Customers', description: 'Who has paid, or may.' },
  merchant: { name: 'Merchant', description: 'The business that takes the payments.' },
  dashboard: { name: 'Dashboard', description: 'The figures at a glance.' },
  analytics: { name: 'Analytics', description: 'Figures over time, in business days.' },
  environment: {
    name: 'Environment',
    description: 'What this server runs as. For signed-in people.',
  },
  integrations: {
    name: 'Integrations',
    description: 'How programs of the merchant are connected. For signed-in people.',
  },
  apiKeys: { name: 'API keys', description: 'What programs call with. For signed-in owners.' },
  webhooks: {
    name: 'Webhooks',
    description: 'What was told to the merchant’s endpoint, and how it went.',
  },
  requestLog: { name: 'Request log', description: 'The last calls of API keys.' },
  auditLog: { name: 'Audit log', description: 'Who changed what. For signed-in people.' },
  openai: { name: 'AI', description: 'Analyses of the figures, by a model or computed.' },
  clerk: { name: 'Clerk', description: 'What signing in with Clerk needs. For signed-in people.' },
  service: { name: 'Service', description: 'This reference, and whether the service is well.' },
}

/** Of parameters whose schema says nothing. */
export const parameterNotes: Record<string, string> = {
  action: 'Only this kind of change, such as `customer.erased`',
  compare: 'Whether to add the period before',
  currency: 'Only this currency',
  eventType: 'Only events of this type',
  keyPrefix: 'Only calls of this key',
  method: 'Only this HTTP method',
  path: 'Only paths that begin so',
  cursor: 'From the answer before; stable while rows are added',
  customerId: "Only this customer's payments",
  id: 'The id of the object',
  limit: 'Rows in a page',
  maxAmount: 'At most this amount',
  minAmount: 'At least this amount',
  paymentMethod: 'Only this method',
  range: 'How far back: days up to today, or months up to this one',
  sort: 'By which field; `-` puts the greatest first',
  status: 'Only this status',
}

/** Of the parameter in a path, by the path's first segment. */
export const pathNotes: Record<string, string> = {
  'api-keys': 'The id of the key (`key_…`), not the key itself',
  customers: 'The id of the customer (`cus_…`)',
  integrations: 'The id of the integration (`int_…`)',
  'webhook-events': 'The id of the event (`evt_…`), which is its `webhook-id` too',
  transactions: 'The id (`txn_…`) or the reference (`TXN-…`) of the transaction',
}

const customerFields = {
  status: 'Whether the merchant counts them among the active ones',
  currency: "The merchant's reporting currency",
  transactionCount: 'Payments in every currency and of every status',
}

const transactionFields = {
  transactionId: 'The reference that people read to each other',
  currency: 'ISO 4217',
  status: '`pending` until the processor knows; the other two are final',
  failureReason: 'Why it failed, such as `card_declined`; null unless it did',
  settledAt: 'When the status became final',
}

const keyFields = {
  prefix: 'How the key begins',
  last4: 'How the key ends',
  version: 'The version that the key speaks',
  replaces: 'The id of the key that this one was made to replace',
  expiresAt: 'When it stops working; null for never',
  lastUsedAt: 'Within a minute or so',
}

/** By the name of a schema and its field; the empty field is the schema itself. */
export const fieldNotes: Record<string, Record<string, string>> = {
  Analysis: {
    '': 'What the figures of the last 90 days say.',
    analysis: 'Plain text',
    source: '`model`, or `builtin` when it was computed without one',
    figures: 'What it stands on, from the database; `filter` lists the rows',
  },
  ApiKey: { '': 'An API key without its secret.', ...keyFields },
  EnvironmentAdvice: {
    '': 'Which variables to set, with stand-ins for values, in Italian.',
    error: 'Why the model gave no advice',
  },
  MigrationStatus: { '': 'What signing in with Clerk in production still needs, in Italian.' },
  ModelTest: { '': 'That the model answered.', model: 'The name it gave itself' },
  ProductionGuide: {
    '': 'How to bring Clerk into production, in Italian.',
    error: 'Why the model gave no guide',
  },
  AuditEntry: {
    '': 'A change, and who made it.',
    actor: 'Who did it: `user:…`, `key:…` or `system:…`',
    actorLabel: 'The name of that person or key, for people to read; not an identity',
    action: 'What was done, such as `customer.erased`',
    objectId: 'What it was done to',
    before: 'The fields that changed, as they were',
    after: 'The fields that changed, as they became',
    address: 'Where the request came from',
    requestId: 'The request that did it',
  },
  CreatedApiKey: { '': 'An API key with its secret, which no other answer holds.', ...keyFields },
  Customer: { '': 'Somebody who pays.', ...customerFields },
  CustomerDetail: {
    '': 'Somebody who pays, with totals in each currency.',
    ...customerFields,
    totals: 'The same by currency, because currencies are never added together',
  },
  DashboardStats: {
    '': 'The figures of the dashboard.',
    totalTransactions: 'Payments of every currency and status',
    successRate: 'Successful among final payments, in percent',
    currency: "The merchant's reporting currency, in which `totalRevenue` is",
    change: 'The last 30 days against the 30 before, in percent; null with nothing to compare',
  },
  EnvironmentConfig: {
    '': 'What this server runs as.',
    currentEnvironment: 'The value of `APP_ENV`',
  },
  ConnectionCheck: {
    '': 'One part of what a delivery needs.',
    durationMs: 'How long the check took',
    message: 'What was found',
    fix: 'What to do about it; null when there is nothing to do',
  },
  ConnectionTest: {
    '': 'What a test of the connection found.',
    success: 'Whether no check failed',
  },
  LoggedRequest: {
    '': 'A call of an API key.',
    keyPrefix: 'How the key begins',
    durationMs: 'From the first byte to the last',
    requestId: 'Names the request in our log',
    reason: 'Why it was refused: the `reason` of the problem, or its `code`; null when it was not',
  },
  ReplayedEvents: { '': 'Events that are sent again.', count: 'How many there are in all' },
  RotatedSecret: { '': 'A new signing secret.' },
  UpdatedIntegration: { '': 'The integration as it became.' },
  WebhookAttempt: {
    '': 'One attempt to deliver an event.',
    error: 'Why it failed, in a few words',
  },
  WebhookEvent: {
    '': 'Something that the merchant’s endpoint is told.',
    status: '`retry` until it was delivered or given up',
    nextAttemptAt: 'When it is tried next; null when it is not',
  },
  WebhookEventDetail: { '': 'An event with its body and the attempts to deliver it.' },
  Integration: {
    '': 'The connection of the merchant’s own programs.',
    baseUrl: 'Where this API is',
    version: 'The version that new keys and webhooks speak',
    webhookUrl: 'Where events are to be sent; null for nowhere',
    disabledAt: 'Since when it is switched off; null when it is not',
    secretLast4: 'How the signing secret ends; null when there is none',
    lastSync: 'When it was last known to work',
  },
  Merchant: { '': 'A business.', currency: 'The reporting currency', timezone: 'IANA name' },
  NewTransaction: { '': 'A payment to take.' },
  PaymentMethodShares: { '': 'How many payments each method brought.' },
  Problem: {
    '': 'Why a call was refused (RFC 9457).',
    type: 'Always `about:blank`: `code` and `reason` tell the kind',
    detail: 'One sentence for a person',
    code: 'The kind of refusal; each has one HTTP status',
    reason: 'A closer kind, where there is one',
    issues: 'What is wrong with the request, field by field',
    requestId: 'Names the request in our log; a replayed refusal names the first one',
  },
  Series: {
    '': 'Values by period: `datasets[n].data[i]` belongs to `labels[i]`.',
    labels: 'Days (`2026-01-31`) or months (`2026-01`)',
  },
  Summary: {
    '': 'This month so far, against the month before.',
    averageValue: 'Of a successful payment',
    retention: 'Who paid in the month before and paid again in this one, in percent',
    processingTime: 'From taking a payment to its final status',
    topPeriods: 'The best month and the best six hours of the week; `filter` lists their payments',
  },
  Transaction: { '': 'A payment.', ...transactionFields },
  TransactionDetail: { '': 'A payment with what happened to it.', ...transactionFields },
  TransactionEvent: {
    '': 'Something that happened to a payment.',
    actor: 'Who did it: `user:…`, `key:…`, `processor:…` or `system:…`',
  },
  TransactionsVolume: { '': 'Payments by period: `data[i]` belongs to `labels[i]`.' },
}
