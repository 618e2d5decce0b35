import type { z } from 'zod'
import type { EventType } from '#server/services/outbox/event-type.schema.ts'
import { customer } from '../customers/customers.docs.ts'
import { dispute, wonDispute } from '../disputes/disputes.docs.ts'
import { merchant } from '../merchants/merchants.docs.ts'
import { failedPayout, payout } from '../money/money.docs.ts'
import { paidByLink, purchaseByLink } from '../payment-links/payment-links.docs.ts'
import { failedRefund, pendingRefund, refund } from '../refunds/refunds.docs.ts'
import { plainV2Of } from '../transactions/transaction-v2.schema.ts'
import {
  authorizedInV2,
  failedTransaction,
  openTransaction,
  pendingTransaction,
  requiringInV2,
  transaction,
} from '../transactions/transactions.docs.ts'
import type { webhookBodies } from './webhook-bodies.schema.ts'
import { webhookEvent } from './webhooks.docs.ts'

type EventDocumentation<Data, InV2> = {
  name: string
  summary: string
  description: string
  data: Data
  /** Data in version 2, where it contains more. */
  inV2?: InV2
}

/** Documentation of every event type, with a name for its body. */
export const eventDocs: {
  [Type in EventType]: EventDocumentation<
    z.infer<(typeof webhookBodies)['v1'][Type]>['data'],
    z.infer<(typeof webhookBodies)['v2'][Type]>['data']
  >
} = {
  'payment.completed': {
    name: 'PaymentCompleted',
    summary: 'A payment succeeded',
    description: 'Sent once the payment is final. It may arrive before its `payment.pending`.',
    data: transaction,
    inV2: plainV2Of(transaction),
  },
  'payment.failed': {
    name: 'PaymentFailed',
    summary: 'A payment failed',
    description: 'Sent once the payment is final. `failureReason` says why it failed.',
    data: failedTransaction,
    inV2: plainV2Of(failedTransaction),
  },
  'payment.pending': {
    name: 'PaymentPending',
    summary: 'A payment was left open',
    description:
      'Nothing has arrived yet, so do not ship: the payer has not paid, or a bank decides for some days, as with a ' +
      'direct debit. It is sent again when the payment begins to wait for a bank (`stage` is `processing`). ' +
      '`payment.completed` or `payment.failed` follows.',
    data: pendingTransaction,
    inV2: plainV2Of(pendingTransaction),
  },
  'customer.created': {
    name: 'CustomerCreated',
    summary: 'A customer was added',
    description: 'A customer was created, by a person or by a first payment.',
    data: customer,
  },
  'integration.test': {
    name: 'IntegrationTest',
    summary: 'The connection is tested',
    description: 'Sent by the button of the page API Integration, or by the call for test events.',
    data: { message: 'A test of the connection', merchantId: merchant.id },
  },
  'payment.authorized': {
    name: 'PaymentAuthorized',
    summary: 'A payment waits to be captured',
    description:
      'Only for payments that were taken with `"captureMethod": "manual"`. Their `payment.completed` follows the capture.',
    data: openTransaction,
    inV2: authorizedInV2,
  },
  'payment.requires_action': {
    name: 'PaymentRequiresAction',
    summary: 'A payment waits for the customer',
    description: 'The customer has to confirm it. `payment.completed` or `payment.failed` follows.',
    data: openTransaction,
    inV2: requiringInV2,
  },
  'refund.created': {
    name: 'RefundCreated',
    summary: 'A refund was made',
    description: 'Sent with the change that stores it, before the processor is asked.',
    data: pendingRefund,
  },
  'refund.completed': {
    name: 'RefundCompleted',
    summary: 'A refund succeeded',
    description: 'The money is on its way back. A refund that succeeded may still fail.',
    data: refund,
  },
  'refund.failed': {
    name: 'RefundFailed',
    summary: 'A refund failed',
    description: 'Also one that had succeeded: its amount belongs to the payment again.',
    data: failedRefund,
  },
  'payment_link.paid': {
    name: 'PaymentLinkPaid',
    summary: 'A payment link was paid',
    description:
      'Sent in addition to the `payment.completed` of its payment, to endpoints that have chosen it. `answers` is empty once the customer is erased.',
    data: { ...transaction, ...paidByLink },
    inV2: { ...transaction, ...paidByLink, ...purchaseByLink },
  },
  'payout.paid': {
    name: 'PayoutPaid',
    summary: 'A payout arrived',
    description: 'A bank can still return it: `payout.failed` follows then.',
    data: payout,
  },
  'payout.failed': {
    name: 'PayoutFailed',
    summary: 'A payout came back',
    description: 'The bank refused it, so its amount is available again. `failureReason` says why.',
    data: failedPayout,
  },
  'dispute.opened': {
    name: 'DisputeOpened',
    summary: 'A payment is disputed',
    description:
      'Also for an inquiry and for a fraud warning of the bank: `state` says which. `evidenceDueAt` is the time until which the bank accepts a response.',
    data: dispute,
  },
  'dispute.updated': {
    name: 'DisputeUpdated',
    summary: 'A dispute changed',
    description: 'Its state, its deadline or the withdrawn money changed, or evidence was sent.',
    data: { ...dispute, state: 'under_review', submittedAt: '2026-02-02T09:10:11.123Z' },
  },
  'dispute.closed': {
    name: 'DisputeClosed',
    summary: 'A dispute ended',
    description:
      'The bank decided, or ended its inquiry or warning. It may be sent again when an appeal changes the outcome.',
    data: wonDispute,
  },
}

/** Headers of every delivery. */
export const deliveryHeaders = {
  WebhookId: {
    name: 'webhook-id',
    description: 'The id of the event: the same one when it is sent again',
    pattern: '^evt_',
    example: webhookEvent.id,
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    description: 'Time of this attempt, in seconds since 1970; refuse attempts older than 5 min',
    pattern: '^\\d+$',
    example: '1769887230',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    description:
      'HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`, as `v1,` and base64; while a secret is being changed there are two, separated by a space',
    pattern: '^v1,\\S+(?: v1,\\S+)*$',
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
}

/** Meaning of the endpoint's responses. */
export const endpointResponses = {
  '2XX': { description: 'The event was received. Respond within 15 seconds.' },
  '410': { description: 'The endpoint is gone: it is switched off at once.' },
  default: { description: 'Anything else is a failure, and the event is sent again later.' },
}
