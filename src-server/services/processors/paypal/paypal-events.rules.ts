import type { ProcessorEvent } from '#server/core/ports/account-access.ts'
import { refText } from './paypal-refs.rules.ts'
import { PayPalEvent } from './paypal-resources.schema.ts'

/** Types of events that report progress of a payment. */
const paymentTypes = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.AUTHORIZATION.CREATED',
  'PAYMENT.AUTHORIZATION.VOIDED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.PENDING',
] as const

/** Types of events that report refunds, reversals and disputes of a payment that succeeded. */
const refundAndDisputeTypes = [
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const

export const payPalEventTypes: readonly string[] = [...paymentTypes, ...refundAndDisputeTypes]

const refundAndDisputeTypeSet: ReadonlySet<string> = new Set(refundAndDisputeTypes)

/** Converts an event of PayPal into ours. Returns undefined when it concerns no payment, refund or dispute. */
export function processorEventOf(event: unknown): ProcessorEvent | undefined {
  const parsed = PayPalEvent.safeParse(event)
  if (!parsed.success || !payPalEventTypes.includes(parsed.data.event_type)) return undefined
  const { id: ref, event_type: type, resource } = parsed.data
  const customId = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id ?? null
  // The id of an order opens PayPal's page for its payer, so it is not stored: our own id names the payment instead.
  const isOfOrder = type.startsWith('CHECKOUT.ORDER.')
  const objectRef = (isOfOrder ? customId : (resource.id ?? resource.dispute_id)) ?? ''
  if (!refundAndDisputeTypeSet.has(type)) {
    const subject = customId?.startsWith('txn_') ? customId : null
    const isOfCapture = type === 'PAYMENT.CAPTURE.COMPLETED'
    return {
      ref,
      type,
      objectRef,
      subject,
      paymentToRead: null,
      readsPaymentNow: false,
      isOfCapture,
    }
  }
  const captureId =
    resource.disputed_transactions?.[0]?.seller_transaction_id ?? captureIdIn(resource.links)
  const payment = captureId === undefined ? null : refText({ kind: 'capture', id: captureId })
  const refund = customId?.startsWith('ref_') ? customId : null
  return {
    ref,
    type,
    objectRef,
    subject: refund ?? payment,
    paymentToRead: payment,
    readsPaymentNow: refund === null && payment !== null,
    isOfCapture: false,
  }
}

/** Returns the id of the capture to which a refund belongs. */
const captureIdIn = (links: readonly { rel: string; href: string }[]): string | undefined =>
  links
    .map(({ rel, href }) => (rel === 'up' ? /\/captures\/([\w-]+)$/.exec(href)?.[1] : undefined))
    .find((id) => id !== undefined)

/** Position in PayPal's list of events, which PayPal sorts by time only. */
export type EventPosition = { id: string; atMs: number }

export const positionText = ({ id, atMs }: EventPosition): string => `${id}@${atMs}`

/** Returns undefined for a text that is not a position. */
export function parsePosition(text: string): EventPosition | undefined {
  const [, id, atMs] = /^([\w-]+)@(\d+)$/.exec(text) ?? []
  return id === undefined || atMs === undefined ? undefined : { id, atMs: Number(atMs) }
}
