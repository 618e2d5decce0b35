/** Believable values for the reference; a test holds each against its schema. */

export type Examples = Record<string, { summary: string; value: unknown }>

const transaction = {
  id: 'txn_01KGA3M2QZ7V8W9X0Y1Z2A3B4C',
  transactionId: 'TXN-7QK2M9X4ZD',
  customerId: 'cus_01KGA3M2QZ5D6E7F8G9H0J1K2M',
  customerName: 'Ada Rossi',
  customerEmail: 'ada@example.com',
  amount: '49.90',
  currency: 'EUR',
  paymentMethod: 'card',
  description: 'Dinner for two',
  status: 'success',
  failureReason: null,
  createdAt: '2026-01-31T19:20:30.123Z',
  updatedAt: '2026-01-31T19:20:30.123Z',
  settledAt: '2026-01-31T19:20:30.123Z',
}

const failedTransaction = {
  ...transaction,
  amount: '49.01',
  status: 'failed',
  failureReason: 'card_declined',
}

const pendingTransaction = {
  ...transaction,
  paymentMethod: 'bank',
  status: 'pending',
  settledAt: null,
}

const transactionEvent = {
  at: transaction.createdAt,
  type: 'created',
  status: 'pending',
  reason: null,
  actor: 'key:key_01KGA2Z9YX3W4V5T6S7R8Q9P0N',
}

const transactionDetail = {
  ...transaction,
  events: [
    transactionEvent,
    {
      ...transactionEvent,
      type: 'status_changed',
      status: 'success',
      actor: 'processor:sandbox',
    },
  ],
}

const customer = {
  id: transaction.customerId,
  name: 'Ada Rossi',
  email: 'ada@example.com',
  status: 'active',
  totalSpent: '149.70',
  currency: 'EUR',
  transactionCount: 4,
  createdAt: '2025-11-03T08:12:44.001Z',
  updatedAt: '2026-01-31T19:20:30.123Z',
}

const customerDetail = {
  ...customer,
  totals: [
    { currency: 'EUR', totalSpent: '149.70', transactionCount: 3 },
    { currency: 'USD', totalSpent: '12.34', transactionCount: 1 },
  ],
  firstPaymentAt: '2025-11-03T08:12:44.001Z',
  lastPaymentAt: transaction.createdAt,
}

const merchant = {
  id: 'mer_01K94B7C8D9E0F1G2H3J4K5M6N',
  businessName: 'Bar Centrale',
  businessType: 'retail',
  businessAddress: 'Piazza Garibaldi 1, Parma',
  businessPhone: '+39 0521 123456',
  businessWebsite: 'https://barcentrale.example',
  businessDescription: null,
  estimatedVolume: '5000-10000',
  email: 'giulia@barcentrale.example',
  verificationStatus: 'verified',
  currency: 'EUR',
  timezone: 'Europe/Rome',
  createdAt: '2025-11-02T17:00:00.000Z',
  updatedAt: '2025-11-02T17:00:00.000Z',
}

const apiKey = {
  id: 'key_01KGA2Z9YX3W4V5T6S7R8Q9P0N',
  name: 'Till',
  prefix: 'sk_test_4fGh',
  last4: 'x7Qz',
  scopes: ['read', 'write'],
  version: 'v1',
  replaces: null,
  createdAt: '2026-01-31T18:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-01-31T19:20:00.000Z',
}

const createdApiKey = { ...apiKey, lastUsedAt: null, secret: 'sk_test_4fGh…x7Qz' }

const series = {
  labels: ['2025-11', '2025-12', '2026-01'],
  datasets: [{ label: 'Revenue', data: [1204.5, 1893.2, 2011] }],
}

/** By the name of a schema. */
export const schemaExamples: Record<string, unknown> = {
  ApiKey: apiKey,
  AuditEntry: {
    id: 'aud_01KGA4N5P6Q7R8S9T0V1W2X3Y4',
    at: '2026-01-31T20:00:00.000Z',
    actor: 'user:Yb3kq9ZrT1',
    action: 'merchant.updated',
    objectId: merchant.id,
    before: { businessPhone: '+39 0521 000000' },
    after: { businessPhone: '+39 0521 123456' },
    address: '203.0.113.7',
    requestId: 'req_8Zk2mQ4xT7vB1nC5',
  },
  CreatedApiKey: createdApiKey,
  Customer: customer,
  CustomerChange: { name: 'Ada Rossi Bianchi', status: 'inactive' },
  CustomerDetail: customerDetail,
  DashboardStats: {
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
  Integration: {
    id: 'int_01K94B7C8D1A2B3C4D5E6F7G8H',
    name: 'Incasso',
    baseUrl: 'http://127.0.0.1:3000',
    version: 'v1',
    webhookUrl: null,
    disabledAt: null,
    secretLast4: null,
    lastSync: null,
  },
  IntegrationChange: { version: 'v2' },
  KeyRotation: { overlapDays: 2 },
  Merchant: merchant,
  MerchantChange: { businessPhone: '+39 0521 123456', currency: 'EUR' },
  NewApiKey: { name: 'Till', scopes: ['read', 'write'], expiresAt: '2027-01-31T00:00:00Z' },
  NewCustomer: { name: 'Ada Rossi', email: 'ada@example.com' },
  NewTransaction: {
    amount: '49.90',
    currency: 'EUR',
    customerEmail: 'ada@example.com',
    customerName: 'Ada Rossi',
    paymentMethod: 'card',
    description: 'Dinner for two',
  },
  Onboarding: {
    businessName: 'Bar Centrale',
    businessType: 'retail',
    businessPhone: '+39 0521 123456',
    businessAddress: 'Piazza Garibaldi 1, Parma',
    businessWebsite: 'https://barcentrale.example',
    estimatedVolume: '5000-10000',
    acceptedTerms: true,
    acceptedPrivacy: true,
    timezone: 'Europe/Rome',
  },
  PaymentMethodShares: [
    { name: 'Credit Card', value: 171 },
    { name: 'PayPal', value: 22 },
    { name: 'Bank Transfer', value: 13 },
  ],
  Series: series,
  StatusChange: { status: 'failed', reason: 'The guest cancelled' },
  Summary: {
    averageValue: { value: '24.82', currency: 'EUR', change: 3.1 },
    retention: { value: 41.7, change: 2.5 },
    processingTime: { seconds: 1.8, change: -0.3 },
    topPeriods: [
      {
        kind: 'month',
        label: 'January 2026',
        amount: '2011.00',
        share: null,
        change: 6.2,
        filter: { status: 'success', currency: 'EUR', from: '2026-01-01', to: '2026-01-31' },
      },
      {
        kind: 'slot',
        label: 'Saturday Evenings',
        amount: '1644.10',
        share: 32.2,
        change: null,
        filter: { status: 'success', currency: 'EUR', weekday: 6, slot: 3 },
      },
    ],
  },
  Transaction: transaction,
  TransactionDetail: transactionDetail,
  TransactionEvent: transactionEvent,
  TransactionsVolume: { labels: ['2026-01-30', '2026-01-31'], data: [9, 14] },
}

/** By the name of a procedure, where one example does not tell enough. */
export const answerExamples: Record<string, Examples> = {
  'transactions.create': {
    success: { summary: 'Paid at once', value: transaction },
    failed: { summary: 'Declined', value: failedTransaction },
    pending: { summary: 'Not known yet', value: pendingTransaction },
  },
  'transactions.updateStatus': {
    cancelled: {
      summary: 'Cancelled',
      value: {
        ...pendingTransaction,
        status: 'failed',
        failureReason: 'The guest cancelled',
        updatedAt: '2026-01-31T19:40:00.000Z',
        settledAt: '2026-01-31T19:40:00.000Z',
      },
    },
  },
  'analytics.successRate': {
    rate: {
      summary: 'A month in which nothing was final is null',
      value: {
        labels: series.labels,
        datasets: [{ label: 'Success Rate', data: [null, 95.8, 96.2] }],
      },
    },
  },
  'apiKeys.rotate': {
    rotated: {
      summary: 'The new key, which names the old one',
      value: { ...createdApiKey, replaces: 'key_01K94BZZZZ3W4V5T6S7R8Q9P0N' },
    },
  },
}

export const bodyExamples: Record<string, Examples> = {
  'transactions.create': {
    card: { summary: 'By card', value: schemaExamples.NewTransaction },
    bank: {
      summary: 'By bank transfer, with what must be there alone',
      value: {
        amount: '120.00',
        customerEmail: 'ada@example.com',
        customerName: 'Ada Rossi',
        paymentMethod: 'bank',
      },
    },
  },
}

/** By a parameter's name, where its schema says nothing. */
export const parameterExamples: Record<string, unknown> = {
  action: 'customer.erased',
  customerId: customer.id,
  from: '2026-01-01',
  to: '2026-01-31',
  minAmount: '10.00',
  maxAmount: '99.99',
  search: 'ada',
  slot: 3,
  weekday: 6,
}

/** Of the parameter in a path, by the path's first segment. */
export const pathExamples: Record<string, string> = {
  'api-keys': apiKey.id,
  customers: customer.id,
  integrations: 'int_01K94B7C8D1A2B3C4D5E6F7G8H',
  transactions: transaction.id,
}
