import {
  transaction,
  failedTransaction,
  pendingTransaction,
  customer,
  apiKey,
  createdApiKey,
  series,
  integration,
  webhookEvent,
} from './example-things.ts'
import { schemaExamples } from './schema-examples.ts'

/** Believable values for the reference; a test holds each against its schema. */

export type Examples = Record<string, { summary: string; value: unknown }>

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
  eventType: 'payment.failed',
  keyPrefix: apiKey.prefix,
  method: 'POST',
  path: '/api/payments',
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
  integrations: integration.id,
  'webhook-events': webhookEvent.id,
  transactions: transaction.id,
}
