import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import { apiKey } from '../api-keys/api-keys.docs.ts'
import { transaction } from '../transactions/transactions.docs.ts'
import { RefundReason, RefundStatus } from './refund-enums.schema.ts'
import type { refundsRouter } from './refunds.router.ts'
import {
  ExportRefunds,
  NewRefund,
  ReadRefund,
  Refund,
  RefundDetail,
  RefundEvent,
} from './refunds.schema.ts'

export const refund: Refund = {
  id: 'ref_01KGB5N3R0A8W9X0Y1Z2A3B4C5',
  transactionId: transaction.id,
  reference: transaction.transactionId,
  customerId: transaction.customerId,
  amount: '20.00',
  currency: transaction.currency,
  paymentMethod: transaction.paymentMethod,
  reason: 'requested_by_customer',
  note: 'The dessert was cold',
  status: 'success',
  failureReason: null,
  createdAt: '2026-02-01T09:10:11.123Z',
  updatedAt: '2026-02-01T09:10:12.456Z',
  settledAt: '2026-02-01T09:10:12.456Z',
}

const readRefund: ReadRefund = {
  ...refund,
  customerName: transaction.customerName,
  customerEmail: transaction.customerEmail,
}

export const pendingRefund: Refund = {
  ...refund,
  status: 'pending',
  updatedAt: refund.createdAt,
  settledAt: null,
}

export const failedRefund: Refund = { ...refund, status: 'failed', failureReason: 'refused' }

const created: RefundEvent = {
  at: refund.createdAt,
  type: 'created',
  status: 'pending',
  reason: null,
  actor: `key:${apiKey.id}`,
}

const fields = {
  transactionId: 'The id of the payment whose money goes back',
  note: 'For the merchant; the customer does not see it',
  status:
    '`pending` until the processor reports the outcome. One that succeeded may still fail; `cancelled` was never sent',
  failureReason: 'Reason why it failed or was not sent; null when it did not fail',
  settledAt: 'Time at which the status first changed from `pending`',
}

const csv = [
  'Refund ID,Transaction ID,Date (Europe/Rome),Date (UTC),Customer,Email,Amount,Currency,Payment Method,Reason,Note,Status,Failure reason,Settled (Europe/Rome)',
  'ref_01KGB5N3R0A8W9X0Y1Z2A3B4C5,TXN-7QK2M9X4ZD,2026-02-01 10:10:11,2026-02-01T09:10:11.123Z,Ada Rossi,ada@example.com,20.00,EUR,Credit Card,requested_by_customer,The dessert was cold,success,,2026-02-01 10:10:12',
  '',
].join('\r\n')

export const refundsDocs = {
  tag: { name: 'Refunds', description: 'Refunds of payments, in part or in full.' },
  parameters: {
    id: { description: 'The id (`ref_…`) of the refund', example: refund.id },
    search: { example: 'ada' },
    status: { description: 'Only this status' },
    reason: { description: 'Only this reason' },
    paymentMethod: { description: 'Only refunds of payments by this method' },
    currency: { description: 'Only this currency' },
    customerId: { description: "Only this customer's refunds", example: refund.customerId },
    transactionId: { example: refund.transactionId },
    from: { example: '2026-02-01' },
    to: { example: '2026-02-28' },
    minAmount: { example: '10.00' },
    maxAmount: { example: '99.99' },
    sort: { description: 'Field to sort by; `-` puts the greatest first' },
  },
  calls: {
    create: {
      parameters: {
        id: {
          description: 'The id (`txn_…`) or reference (`TXN-…`) of the payment',
          example: refund.transactionId,
        },
      },
    },
  },
  inputs: {
    NewRefund: describeSchema(NewRefund, {
      description: 'Money to return. Without an amount all that is left of the payment.',
      fields: { note: 'For the merchant; the customer does not see it' },
      example: { amount: '20.00', reason: 'requested_by_customer', note: 'The dessert was cold' },
    }),
  },
  outputs: {
    RefundReason: describeSchema(RefundReason),
    RefundStatus: describeSchema(RefundStatus),
    Refund: describeSchema(Refund, { description: 'A refund.', fields, example: refund }),
    ReadRefund: describeSchema(ReadRefund, {
      description: 'A refund with its payer.',
      fields,
      example: readRefund,
    }),
    RefundDetail: describeSchema(RefundDetail, {
      description: 'A refund with its history.',
      fields,
      example: {
        ...readRefund,
        events: [
          created,
          {
            ...created,
            at: refund.updatedAt,
            type: 'status_changed',
            status: 'success',
            actor: 'processor:sandbox',
          },
        ],
      },
    }),
    RefundEvent: describeSchema(RefundEvent, {
      description: 'An event in the history of a refund.',
      fields: { actor: 'Author: `user:…`, `key:…`, `processor:…` or `system:…`' },
    }),
  },
  streams: {
    export: {
      kind: 'file',
      path: '/api/refunds/export',
      input: ExportRefunds,
      summary: 'Export refunds',
      description:
        'A CSV of exactly what the filter finds, however many rows, in UTF-8 with a byte order mark.',
      example: csv,
    },
  },
} satisfies DocsOf<typeof refundsRouter>
