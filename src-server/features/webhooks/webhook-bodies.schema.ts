import { z } from 'zod'
import type { EventType } from '#server/services/outbox/event-type.schema.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { Decimal } from '#server/shared/money/money.ts'
import { Instant } from '#server/shared/text/text.ts'
import { Customer } from '../customers/customers.schema.ts'
import { Dispute } from '../disputes/disputes.schema.ts'
import { Payout } from '../money/money.schema.ts'
import { PaidItem } from '../payment-links/link-choices.schema.ts'
import { LinkAnswer } from '../payment-links/payment-links.schema.ts'
import { Refund } from '../refunds/refunds.schema.ts'
import { TransactionV2 } from '../transactions/transaction-v2.schema.ts'
import { Transaction } from '../transactions/transactions.schema.ts'

/** Data of an `integration.test` event. */
export const TestMessage = z.strictObject({ message: z.string(), merchantId: z.string() })

/** A payment through a payment link, with the link and the payer's answers. */
export const LinkPayment = Transaction.extend({
  paymentLink: z.strictObject({ id: z.string(), title: z.string() }),
  answers: z.array(LinkAnswer),
})
export type LinkPayment = z.infer<typeof LinkPayment>

/** A payment through a payment link in version 2: with the items and the tip that the payer chose. */
const LinkPaymentV2 = LinkPayment.extend({
  items: z.array(PaidItem),
  tip: Decimal.nullable().meta({ description: 'Part of the amount; null without a tip' }),
})

const dataSchemas = {
  'payment.completed': Transaction,
  'payment.failed': Transaction,
  'payment.pending': Transaction,
  'customer.created': Customer,
  'integration.test': TestMessage,
  'payment.authorized': Transaction,
  'payment.requires_action': Transaction,
  'refund.created': Refund,
  'refund.completed': Refund,
  'refund.failed': Refund,
  'payment_link.paid': LinkPayment,
  'payout.paid': Payout,
  'payout.failed': Payout,
  'dispute.opened': Dispute,
  'dispute.updated': Dispute,
  'dispute.closed': Dispute,
} as const satisfies Record<EventType, z.ZodType>

/** Body of an event in version 1. */
const v1 = <T extends EventType>(type: T) =>
  z.strictObject({
    id: z.string().meta({ description: 'The same as `webhook-id`' }),
    eventType: z.literal(type),
    createdAt: Instant,
    data: dataSchemas[type],
  })

const dataSchemasV2 = {
  ...dataSchemas,
  'payment.completed': TransactionV2,
  'payment.failed': TransactionV2,
  'payment.pending': TransactionV2,
  'payment.authorized': TransactionV2,
  'payment.requires_action': TransactionV2,
  'payment_link.paid': LinkPaymentV2,
} as const satisfies Record<EventType, z.ZodType>

/** Body of an event in version 2: the payload of Standard Webhooks. */
const v2 = <T extends EventType>(type: T) =>
  z.strictObject({ type: z.literal(type), timestamp: Instant, data: dataSchemasV2[type] })

/** Bodies of events, by the API version set in the integration. */
export const webhookBodies = {
  v1: {
    'payment.completed': v1('payment.completed'),
    'payment.failed': v1('payment.failed'),
    'payment.pending': v1('payment.pending'),
    'customer.created': v1('customer.created'),
    'integration.test': v1('integration.test'),
    'payment.authorized': v1('payment.authorized'),
    'payment.requires_action': v1('payment.requires_action'),
    'refund.created': v1('refund.created'),
    'refund.completed': v1('refund.completed'),
    'refund.failed': v1('refund.failed'),
    'payment_link.paid': v1('payment_link.paid'),
    'payout.paid': v1('payout.paid'),
    'payout.failed': v1('payout.failed'),
    'dispute.opened': v1('dispute.opened'),
    'dispute.updated': v1('dispute.updated'),
    'dispute.closed': v1('dispute.closed'),
  },
  v2: {
    'payment.completed': v2('payment.completed'),
    'payment.failed': v2('payment.failed'),
    'payment.pending': v2('payment.pending'),
    'customer.created': v2('customer.created'),
    'integration.test': v2('integration.test'),
    'payment.authorized': v2('payment.authorized'),
    'payment.requires_action': v2('payment.requires_action'),
    'refund.created': v2('refund.created'),
    'refund.completed': v2('refund.completed'),
    'refund.failed': v2('refund.failed'),
    'payment_link.paid': v2('payment_link.paid'),
    'payout.paid': v2('payout.paid'),
    'payout.failed': v2('payout.failed'),
    'dispute.opened': v2('dispute.opened'),
    'dispute.updated': v2('dispute.updated'),
    'dispute.closed': v2('dispute.closed'),
  },
} as const satisfies Record<ApiVersion, Record<EventType, z.ZodType>>
