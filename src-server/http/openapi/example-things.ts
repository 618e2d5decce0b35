/** The things that the reference's examples speak of, told once. */

export const transaction = {
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

export const failedTransaction = {
  ...transaction,
  amount: '49.01',
  status: 'failed',
  failureReason: 'card_declined',
}

export const pendingTransaction = {
  ...transaction,
  paymentMethod: 'bank',
  status: 'pending',
  settledAt: null,
}

export const transactionEvent = {
  at: transaction.createdAt,
  type: 'created',
  status: 'pending',
  reason: null,
  actor: 'key:key_01KGA2Z9YX3W4V5T6S7R8Q9P0N',
}

export const transactionDetail = {
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

export const notConfigured = {
  status: 'warning',
  message: 'Not configured: no model can be asked.',
  details: [],
  fix: 'Set `OPENAI_API_KEY`, and for another provider `OPENAI_BASE_URL` and `OPENAI_MODEL`, then restart the server.',
}

export const customer = {
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

export const customerDetail = {
  ...customer,
  totals: [
    { currency: 'EUR', totalSpent: '149.70', transactionCount: 3 },
    { currency: 'USD', totalSpent: '12.34', transactionCount: 1 },
  ],
  firstPaymentAt: '2025-11-03T08:12:44.001Z',
  lastPaymentAt: transaction.createdAt,
}

export const merchant = {
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

export const apiKey = {
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

export const createdApiKey = { ...apiKey, lastUsedAt: null, secret: 'sk_test_4fGh…x7Qz' }

export const series = {
  labels: ['2025-11', '2025-12', '2026-01'],
  datasets: [{ label: 'Revenue', data: [1204.5, 1893.2, 2011] }],
}

export const integration = {
  id: 'int_01K94B7C8D1A2B3C4D5E6F7G8H',
  name: 'Incasso',
  baseUrl: 'https://pay.example.com',
  version: 'v1',
  webhookUrl: 'https://barcentrale.example/webhooks',
  disabledAt: null,
  secretLast4: 'k9Q=',
  lastSync: '2026-01-31T19:20:31.000Z',
}

export const webhookEvent = {
  id: 'evt_01KGA3M2QZ0A1B2C3D4E5F6G7H',
  eventType: 'payment.completed',
  createdAt: transaction.createdAt,
  status: 'success',
  test: false,
  nextAttemptAt: null,
}

export const webhookAttempt = {
  at: '2026-01-31T19:20:30.400Z',
  statusCode: 200,
  durationMs: 84,
  error: null,
  response: 'ok',
}

export const connectionCheck = {
  name: 'endpoint',
  status: 'ok',
  durationMs: 84,
  message: 'The endpoint answered 200.',
  fix: null,
}

export const analysisFigures = [
  {
    label: 'Revenue in EUR',
    value: '5108.70 EUR',
    filter: { status: 'success', currency: 'EUR', from: '2025-11-03', to: '2026-01-31' },
  },
]
