import { z } from 'zod'
import { type DocsOf, describeSchema, schemaRef } from '#server/core/calls/docs.ts'
import { Metadata } from '#server/shared/metadata.ts'
import { type DeclineCode, declineCodes } from '#server/shared/reasons/decline-codes.ts'
import { apiKey } from '../api-keys/api-keys.docs.ts'
import { customer } from '../customers/customers.docs.ts'
import { NewTransaction } from './new-transaction.schema.ts'
import {
  NextStep,
  PaymentStage,
  plainV2Of,
  RedirectStep,
  RefundState,
  ScriptStep,
  TransactionDetailV2,
  TransactionV2,
} from './transaction-v2.schema.ts'
import type { transactionsRouter } from './transactions.router.ts'
import {
  CaptureTransaction,
  ChangeAmount,
  ExportTransactions,
  StatusReason,
  Transaction,
  TransactionDetail,
  TransactionEvent,
  UpdateTransactionStatus,
} from './transactions.schema.ts'

export const transaction: Transaction = {
  id: 'txn_01KGA3M2QZ7V8W9X0Y1Z2A3B4C',
  transactionId: 'TXN-7QK2M9X4ZD',
  customerId: customer.id,
  customerName: customer.name,
  customerEmail: customer.email,
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

export const failedTransaction: Transaction = {
  ...transaction,
  amount: '49.01',
  status: 'failed',
  failureReason: 'card_declined',
}

export const pendingTransaction: Transaction = {
  ...transaction,
  paymentMethod: 'bank',
  status: 'pending',
  settledAt: null,
}

/** Pending card payment. */
export const openTransaction: Transaction = { ...pendingTransaction, paymentMethod: 'card' }

export const authorizedInV2 = plainV2Of(openTransaction, {
  stage: 'authorized',
  captureMethod: 'manual',
  captureBefore: '2026-02-07T19:20:30.123Z',
})

export const requiringInV2 = plainV2Of(openTransaction, {
  stage: 'requires_action',
  next: {
    type: 'redirect',
    url: 'http://127.0.0.1:3000/sandbox/v1.3f0c5b7e91aa.Zk1…',
    expiresAt: '2026-02-01T19:20:30.123Z',
  },
})

const created: TransactionEvent = {
  at: transaction.createdAt,
  type: 'created',
  status: 'pending',
  reason: null,
  actor: `key:${apiKey.id}`,
}

const byCard: z.input<typeof NewTransaction> = {
  amount: transaction.amount,
  currency: transaction.currency,
  customerEmail: customer.email,
  customerName: customer.name,
  paymentMethod: 'card',
  description: 'Dinner for two',
}

const csv = [
  'Transaction ID,Id,Date (Europe/Rome),Date (UTC),Customer,Email,Amount,Currency,Payment Method,Status,Failure reason,Description,Settled (Europe/Rome)',
  'TXN-7QK2M9X4ZD,txn_01KGA3M2QZ7V8W9X0Y1Z2A3B4C,2026-01-31 20:20:30,2026-01-31T19:20:30.123Z,Ada Rossi,ada@example.com,49.90,EUR,Credit Card,success,,Dinner for two,2026-01-31 20:20:30',
  '',
].join('\r\n')

const fields = {
  transactionId: 'Short reference for people',
  currency: 'ISO 4217',
  status: '`pending` until the processor reports the outcome; the other two are final',
  failureReason: 'Reason why it failed, such as `card_declined`; null when it did not fail',
  settledAt: 'Time at which the status became final',
}

const fieldsV2 = {
  stage: 'Stage of the payment, from which `status` follows',
  next: 'Action that the customer must take; null when there is none',
  amounts:
    '`asked` at first, `authorized` to be captured, `captured` of that, `refunding` and `refunded` of the captured, `disputed`; `fee` and `net`, after refunds and disputes, are null until the processor has booked them, and in `settlementCurrency` where that is another',
  refundState: 'Refunded part: none, some or all',
  disputeState:
    'State of its disputes: `needs_response` and `under_review` while the bank has the money, `warning` while it only asks',
  captureMethod:
    'Time of the capture: at once, or when you call `capture`. Stripe’s page then offers only methods that can be captured later: no iDEAL, Bancontact or direct debit',
  captureBefore: 'Time until which it can be captured, while it is authorized',
  processor: 'Processor that moves the money',
  method: 'Details of the card or account; null where they are not known',
  reference: 'Your own reference of the order',
  locale: 'Language of the payer’s pages and mails; null where none was chosen',
  expiresAt:
    'Time at which it fails as `expired` unless the payer has paid; null when only the processor limits it',
  importedAt: 'Time at which it was imported from the processor; null when it was created here',
}

const inV2 = { ...plainV2Of(transaction), reference: 'A-1042', metadata: { table: '12' } }

export const transactionsDocs = {
  tag: { name: 'Transactions', description: 'Payments: create, find and settle them.' },
  parameters: {
    id: {
      description: 'The id (`txn_…`) or the reference (`TXN-…`) of the transaction',
      example: transaction.id,
    },
    search: { example: 'ada' },
    status: { description: 'Only this status' },
    paymentMethod: { description: 'Only this method' },
    currency: { description: 'Only this currency' },
    customerId: { description: "Only this customer's payments", example: customer.id },
    from: { example: '2026-01-01' },
    to: { example: '2026-01-31' },
    minAmount: { example: '10.00' },
    maxAmount: { example: '99.99' },
    weekday: { example: 6 },
    slot: { example: 3 },
    sort: { description: 'Field to sort by; `-` puts the greatest first' },
  },
  inputs: {
    NewTransaction: describeSchema(NewTransaction, { description: 'A payment to take.' }),
    Capture: describeSchema(CaptureTransaction, {
      description:
        'Amount to capture of an authorized payment; the whole amount when none is sent.',
      example: { amount: '40.00' },
    }),
    AmountChange: describeSchema(ChangeAmount, {
      description: 'The new amount of a payment that was not paid.',
      example: { amount: '54.90' },
    }),
    StatusChange: describeSchema(UpdateTransactionStatus, {
      example: { status: 'failed', reason: 'The guest cancelled' },
    }),
  },
  outputs: {
    DeclineCode: describeSchema(
      z.enum(Object.keys(declineCodes) as [DeclineCode, ...DeclineCode[]]),
    ),
    Transaction: describeSchema(Transaction, {
      description: 'A payment.',
      fields,
      example: transaction,
    }),
    TransactionDetail: describeSchema(TransactionDetail, {
      description: 'A payment with its history.',
      fields,
      example: {
        ...transaction,
        events: [
          created,
          { ...created, type: 'status_changed', status: 'success', actor: 'processor:sandbox' },
        ],
      },
    }),
    TransactionV2: describeSchema(TransactionV2, {
      description: 'A payment with the state of its money.',
      fields: { ...fields, ...fieldsV2 },
      example: inV2,
    }),
    TransactionDetailV2: describeSchema(TransactionDetailV2, {
      description: 'A payment with its history.',
      fields: { ...fields, ...fieldsV2 },
      example: { ...inV2, events: [created] },
    }),
    PaymentStage: describeSchema(PaymentStage),
    RefundState: describeSchema(RefundState),
    NextStep: describeSchema(NextStep, {
      description: 'Action that the customer must take before the payment continues.',
    }),
    RedirectStep: describeSchema(RedirectStep, {
      description: 'The customer continues at a URL.',
      fields: {
        url: 'URL to which to send the customer, who decides there',
        expiresAt: 'Time at which the payment fails as `expired`',
      },
    }),
    ScriptStep: describeSchema(ScriptStep, {
      description: 'The customer continues in your page, where Stripe’s script runs.',
      fields: {
        clientSecret:
          'Secret for that script alone. It gives access to this payment, so do not log it',
        publishableKey: 'Publishable key that starts that script',
        expiresAt: 'Time at which the payment fails as `expired`',
      },
    }),
    TransactionEvent: describeSchema(TransactionEvent, {
      description: 'An event in the history of a payment.',
      fields: {
        actor: 'Author of the event: `user:…`, `key:…`, `processor:…`, `system:…` or `import`',
      },
    }),
  },
  refinements: [
    [
      Metadata,
      { maxProperties: 20, propertyNames: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,40}$' } },
    ],
    [
      StatusReason,
      {
        anyOf: [
          schemaRef('DeclineCode'),
          { type: 'string', maxLength: 200, description: 'Text that a person wrote' },
          { type: 'null' },
        ],
      },
    ],
  ],
  calls: {
    create: {
      bodies: {
        card: { summary: 'By card', value: byCard },
        bank: {
          summary: 'By bank transfer, with the required fields only',
          value: {
            amount: '120.00',
            customerEmail: customer.email,
            customerName: customer.name,
            paymentMethod: 'bank',
          },
        },
      },
      responses: {
        success: { summary: 'Paid at once', value: transaction },
        failed: { summary: 'Declined', value: failedTransaction },
        pending: { summary: 'Not known yet', value: pendingTransaction },
      },
      responsesInV2: {
        success: { summary: 'Paid at once', value: inV2 },
        failed: { summary: 'Declined', value: plainV2Of(failedTransaction) },
        pending: { summary: 'Not known yet', value: plainV2Of(pendingTransaction) },
        requiresAction: { summary: 'The customer has to confirm it', value: requiringInV2 },
        authorized: { summary: 'Waits to be captured', value: authorizedInV2 },
      },
    },
    updateStatus: {
      responses: {
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
    },
  },
  streams: {
    export: {
      kind: 'file',
      path: '/api/transactions/export',
      input: ExportTransactions,
      summary: 'Export transactions',
      description:
        'A CSV of exactly what the filter finds, however many rows, in UTF-8 with a byte order mark.',
      example: csv,
    },
  },
} satisfies DocsOf<typeof transactionsRouter>
