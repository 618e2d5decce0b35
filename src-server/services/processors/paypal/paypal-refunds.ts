import type { RefundAtProcessor, RefundProgress } from '#server/core/ports/processor.ts'
import { payPalMoneyOf } from './paypal-amount.rules.ts'
import type { PayPalClient } from './paypal-client.ts'
import { refundRefusalOf } from './paypal-errors.ts'
import { progressOfRefund } from './paypal-progress.rules.ts'
import { parseRef } from './paypal-refs.rules.ts'
import { PayPalRefund } from './paypal-resources.schema.ts'
import { readState } from './paypal-state.ts'

/** PayPal keeps the idempotency keys of refunds for 45 days. A day less allows for clocks that differ. */
const KEY_LIFETIME_MS = 44 * 86_400_000

/**
 * Refunds a capture, or part of it. Our id of the refund is the idempotency key, so PayPal makes the refund once. A
 * payment that was captured in parts is refunded from the first part that covers the refund.
 */
export async function createRefund(
  client: PayPalClient,
  refund: RefundAtProcessor,
  nowMs: number,
): Promise<RefundProgress> {
  // PayPal no longer has the idempotency key, so a repeated call could refund twice. The caller has read PayPal's list
  // of refunds, which does not contain this refund.
  if (nowMs - refund.createdAtMs > KEY_LIFETIME_MS) return { status: 'failed', reason: 'refused' }
  const first = { captureId: await captureIdOf(client, refund), requestId: refund.id }
  const result = await refundCapture(client, refund, { ...first, nowMs })
  if (!('reason' in result)) return result
  // The refused call may be a retry: PayPal may have made the refund in an earlier call whose response was lost.
  const { refunds, captures } = await readState(client, parseRef(refund.paymentRef))
  const existing = refunds.find(({ custom_id: ownId }) => ownId === refund.id)
  if (existing) return progressOfRefund(existing, nowMs)
  for (const { id: captureId } of result.reason === 'refused' ? captures : []) {
    if (captureId === first.captureId) continue
    const requestId = `${refund.id}:${captureId}`
    const other = await refundCapture(client, refund, { captureId, requestId, nowMs })
    if (!('reason' in other)) return other
  }
  return result
}

/** Returns a failed refund when PayPal refuses the call. */
async function refundCapture(
  client: PayPalClient,
  { id, amount, currency }: RefundAtProcessor,
  { captureId, requestId, nowMs }: { captureId: string; requestId: string; nowMs: number },
): Promise<Exclude<RefundProgress, { status: 'absent' }>> {
  const body = { amount: payPalMoneyOf(amount, currency), custom_id: id, invoice_id: id }
  const path = `/v2/payments/captures/${captureId}/refund`
  try {
    const created = await client.call({ method: 'POST', path, body, requestId })
    return progressOfRefund(PayPalRefund.parse(created), nowMs)
  } catch (error) {
    const reason = refundRefusalOf(error)
    if (!reason) throw error
    return { status: 'failed', reason }
  }
}

/** Returns the id of the capture to refund, even if the stored id of the payment is still the id of its order. */
async function captureIdOf(
  client: PayPalClient,
  { paymentRef }: RefundAtProcessor,
): Promise<string> {
  const ref = parseRef(paymentRef)
  if (ref.kind === 'capture') return ref.id
  const { captures } = await readState(client, ref)
  const [capture] = captures
  if (!capture) throw new Error('a payment that PayPal never captured has a refund')
  return capture.id
}

/** Returns the progress of a refund, found by PayPal's id, or by our id among the refunds of its payment. */
export async function readRefundProgress(
  client: PayPalClient,
  refund: RefundAtProcessor,
  nowMs: number,
): Promise<RefundProgress> {
  if (refund.ref !== null) {
    const path = `/v2/payments/refunds/${refund.ref}`
    return progressOfRefund(PayPalRefund.parse(await client.call({ method: 'GET', path })), nowMs)
  }
  const { order, refunds } = await readState(client, parseRef(refund.paymentRef))
  const match = refunds.find(({ custom_id: ownId }) => ownId === refund.id)
  if (match) return progressOfRefund(match, nowMs)
  if (!order) throw new Error('PayPal no longer has the order whose refunds are to be read')
  return { status: 'absent' }
}
