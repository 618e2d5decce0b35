import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { emitEvent } from '#server/services/outbox/emit-event.ts'
import type { EventType } from '#server/services/outbox/event-type.schema.ts'
import { findWebhookEvent } from '#server/services/outbox/events.queries.ts'
import { toIso } from '#server/shared/day.ts'
import type { Customer } from '../customers/customers.schema.ts'
import type { Dispute } from '../disputes/disputes.schema.ts'
import type { Payout } from '../money/money.schema.ts'
import type { Refund } from '../refunds/refunds.schema.ts'
import { plainV2Of } from '../transactions/transaction-v2.schema.ts'
import { Transaction } from '../transactions/transactions.schema.ts'
import { webhookEventOf } from './webhooks.rules.ts'
import type { TestEvent, WebhookEvent } from './webhooks.schema.ts'

/** Sends an event of any type with sample data, signed and delivered like a real one. */
export const sendTestEvent = (
  ctx: MerchantCtx,
  { eventType, endpointId }: TestEvent & { endpointId?: string },
): Promise<WebhookEvent> =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const data = inventedData(ctx, eventType)
    const id = await emitEvent(inner, {
      merchantId,
      type: eventType,
      data,
      inV2: inV2Of(eventType, data),
      isTest: true,
      ...(endpointId !== undefined && { endpointId }),
    })
    const event =
      id === undefined ? undefined : await findWebhookEvent(inner.db, { merchantId, id })
    if (id !== undefined && !event) return listenedEvent(id, eventType, ctx.now())
    if (!event) {
      throw new AppError('conflict', 'There is no webhook URL to send to, or it is disabled.', {
        reason: 'no_endpoint',
      })
    }
    return webhookEventOf(event)
  })

/** Returns an event that only listeners receive, which read it from a stream. So no delivery of it can fail. */
const listenedEvent = (id: string, eventType: EventType, nowMs: number): WebhookEvent => ({
  id,
  eventType,
  createdAt: toIso(nowMs),
  status: 'success',
  test: true,
  nextAttemptAt: null,
})

/** Returns the data in version 2, where it contains more. */
function inV2Of(type: EventType, data: object): (() => object) | undefined {
  if (type === 'payment_link.paid') return () => ({ ...data, items: [], tip: null })
  const payment = Transaction.safeParse(data)
  return payment.success ? () => plainV2Of(payment.data, stageOfTest(type)) : undefined
}

const stageOfTest = (type: EventType) => {
  if (type === 'payment.authorized') return { stage: 'authorized' } as const
  return type === 'payment.requires_action' ? ({ stage: 'requires_action' } as const) : {}
}

function inventedData(ctx: MerchantCtx, type: EventType): object {
  const at = toIso(ctx.now())
  switch (type) {
    case 'integration.test':
      return { message: 'A test event', merchantId: ctx.merchant.id }
    case 'customer.created':
      return inventedCustomer(ctx, at)
    case 'payment.completed':
      return { ...inventedPayment(ctx, at), status: 'success', settledAt: at }
    case 'payment.failed':
      return {
        ...inventedPayment(ctx, at),
        status: 'failed',
        failureReason: 'card_declined',
        settledAt: at,
      }
    case 'payment.pending':
      return { ...inventedPayment(ctx, at), paymentMethod: 'bank' }
    case 'payment.authorized':
    case 'payment.requires_action':
      return inventedPayment(ctx, at)
    case 'refund.created':
      return inventedRefund(ctx, at)
    case 'refund.completed':
      return { ...inventedRefund(ctx, at), status: 'success', settledAt: at }
    case 'refund.failed':
      return {
        ...inventedRefund(ctx, at),
        status: 'failed',
        failureReason: 'refused',
        settledAt: at,
      }
    case 'payment_link.paid':
      return {
        ...inventedPayment(ctx, at),
        status: 'success',
        settledAt: at,
        paymentLink: { id: ctx.newId('lnk'), title: 'A test link' },
        answers: [],
      }
    case 'payout.paid':
      return { ...inventedPayout(ctx, at), traceId: 'TEST1' }
    case 'payout.failed':
      return { ...inventedPayout(ctx, at), status: 'failed', failureReason: 'account_closed' }
    case 'dispute.opened':
      return inventedDispute(ctx, at)
    case 'dispute.updated':
      return { ...inventedDispute(ctx, at), state: 'under_review', submittedAt: at }
    case 'dispute.closed':
      return { ...inventedDispute(ctx, at), state: 'lost', closedAt: at }
  }
}

const inventedPayout = ({ merchant, newId }: MerchantCtx, at: string): Payout => ({
  id: newId('pyo'),
  status: 'paid',
  amount: '12.34',
  currency: merchant.currency,
  arrivalAt: at,
  traceId: null,
  bankLast4: '0000',
  isAutomatic: true,
  failureReason: null,
  entryCount: 1,
  createdAt: at,
  processor: 'sandbox',
})

const inventedRefund = ({ merchant, newId, newReference }: MerchantCtx, at: string): Refund => ({
  id: newId('ref'),
  transactionId: newId('txn'),
  reference: newReference(),
  customerId: newId('cus'),
  amount: '12.34',
  currency: merchant.currency,
  paymentMethod: 'card',
  reason: 'requested_by_customer',
  note: null,
  status: 'pending',
  failureReason: null,
  createdAt: at,
  updatedAt: at,
  settledAt: null,
})

const inventedDispute = ({ merchant, newId, newReference }: MerchantCtx, at: string): Dispute => ({
  id: newId('dsp'),
  transactionId: newId('txn'),
  reference: newReference(),
  customerName: 'Ada Test',
  customerEmail: 'ada.test@example.com',
  amount: '12.34',
  currency: merchant.currency,
  withdrawn: '12.34',
  fee: '15.00',
  reason: 'fraudulent',
  networkReason: null,
  state: 'needs_response',
  isRefundable: false,
  evidenceDueAt: at,
  submittedAt: null,
  acceptedAt: null,
  closedAt: null,
  createdAt: at,
  processor: 'sandbox',
})

const inventedCustomer = ({ merchant, newId }: MerchantCtx, at: string): Customer => ({
  id: newId('cus'),
  name: 'Ada Test',
  email: 'ada.test@example.com',
  status: 'active',
  totalSpent: '0.00',
  currency: merchant.currency,
  transactionCount: 0,
  createdAt: at,
  updatedAt: at,
})

const inventedPayment = (
  { merchant, newId, newReference }: MerchantCtx,
  at: string,
): Transaction => ({
  id: newId('txn'),
  transactionId: newReference(),
  customerId: newId('cus'),
  customerName: 'Ada Test',
  customerEmail: 'ada.test@example.com',
  amount: '12.34',
  currency: merchant.currency,
  paymentMethod: 'card',
  description: 'A test event',
  status: 'pending',
  failureReason: null,
  createdAt: at,
  updatedAt: at,
  settledAt: null,
})
