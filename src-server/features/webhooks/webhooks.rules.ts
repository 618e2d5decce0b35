import { z } from 'zod'
import type { WebhookAttemptRow, WebhookEventRow } from '#db/tables/webhook-tables.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import type { EventObject, WebhookAttempt, WebhookEvent } from './webhooks.schema.ts'

export const webhookEventOf = (
  row: Pick<
    WebhookEventRow,
    'id' | 'eventType' | 'createdAt' | 'status' | 'isTest' | 'nextAttemptAt'
  >,
): WebhookEvent => ({
  id: row.id,
  eventType: row.eventType,
  createdAt: row.createdAt,
  status: row.status,
  test: row.isTest === 1,
  nextAttemptAt: row.nextAttemptAt,
})

export const webhookAttemptOf = (row: WebhookAttemptRow): WebhookAttempt => ({
  at: row.at,
  statusCode: row.statusCode,
  durationMs: row.durationMs,
  error: row.error,
  response: row.response,
})

/** Fields that identify a body's object in both versions; other fields may have the format of an older release. */
const Payment = z.object({
  data: z.object({ transactionId: z.string(), amount: Decimal, currency: Currency }),
})
const Refund = z.object({
  data: z.object({ reference: z.string(), amount: Decimal, currency: Currency }),
})
const Customer = z.object({ data: z.object({ id: z.string(), name: z.string() }) })

/**
 * Returns the payment or customer of an event, for a refund its payment. Returns undefined for other events, and for
 * bodies that name neither.
 */
export function eventObjectOf({
  id,
  eventType,
  payload,
}: Pick<WebhookEventRow, 'id' | 'eventType' | 'payload'>): EventObject | undefined {
  const body: unknown = JSON.parse(payload)
  if (eventType.startsWith('payment.') || eventType.startsWith('payment_link.')) {
    const { data } = Payment.safeParse(body)
    if (!data) return undefined
    const { transactionId, amount, currency } = data.data
    return paymentObject(id, transactionId, { amount, currency })
  }
  if (eventType.startsWith('refund.')) {
    const { data } = Refund.safeParse(body)
    if (!data) return undefined
    const { reference, amount, currency } = data.data
    return paymentObject(id, reference, { amount, currency })
  }
  if (!eventType.startsWith('customer.')) return undefined
  const { data } = Customer.safeParse(body)
  return (
    data && { eventId: id, kind: 'customer', key: data.data.id, name: data.data.name, sum: null }
  )
}

const paymentObject = (
  eventId: string,
  key: string,
  sum: NonNullable<EventObject['sum']>,
): EventObject => ({ eventId, kind: 'payment', key, name: null, sum })

export const isDelivered = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** Explains a status code to a person who reads the attempts; null where there is nothing to add. */
export const explainStatus = (statusCode: number | null): string | null => {
  if (statusCode === null || isDelivered(statusCode)) return null
  if (statusCode >= 300 && statusCode < 400) return 'redirects are not followed'
  if (statusCode === 410) return 'the endpoint says it is gone: it was disabled'
  return null
}
