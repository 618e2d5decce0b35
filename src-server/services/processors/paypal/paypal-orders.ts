import type { PaymentAtProcessor, PaymentMeans, Progress } from '#server/core/ports/processor.ts'
import { cutLine } from '#server/shared/text/text.ts'
import { payPalMoneyOf } from './paypal-amount.rules.ts'
import type { PayPalClient } from './paypal-client.ts'
import { hasIssue, isMissing, isUnprocessable } from './paypal-errors.ts'
import {
  computeNextCheckMs,
  heldAuthorization,
  intentOf,
  type OpenProgress,
  PAYER_WITHIN_MS,
  progressOf,
} from './paypal-progress.rules.ts'
import { parseRef, refText } from './paypal-refs.rules.ts'
import { Order } from './paypal-resources.schema.ts'
import { readState, stateOfOrder } from './paypal-state.ts'

/** Characters of a description and of a shop's name that PayPal accepts. */
const MAX_TEXT = 127

/** Refusals after which the payer may choose another source of money on PayPal's page. */
const payerIssues = new Set(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'])

/** Refusals because of what happened to the order meanwhile. */
const stateIssues = new Set([
  'ORDER_ALREADY_CAPTURED',
  'ORDER_ALREADY_AUTHORIZED',
  'ORDER_NOT_APPROVED',
  'ORDER_COMPLETED_OR_VOIDED',
  'ACTION_DOES_NOT_MATCH_INTENT',
])

/** Creates an order, which moves no money. Only our own call for an approved order does. */
export async function createOrder(
  client: PayPalClient,
  payment: PaymentAtProcessor,
  { means, backUrl }: { means: PaymentMeans; backUrl: string },
): Promise<string> {
  const brand = cutLine(means.title, MAX_TEXT)
  const text = cutLine(means.description, MAX_TEXT) ?? brand
  const body = {
    intent: intentOf(payment),
    purchase_units: [
      {
        custom_id: payment.id,
        invoice_id: payment.id,
        ...(text !== null && { description: text }),
        amount: payPalMoneyOf(payment.amount, payment.currency),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          ...(brand !== null && { brand_name: brand }),
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: backUrl,
          cancel_url: backUrl,
        },
      },
    },
  }
  const requestId = `${payment.id}:order`
  const path = '/v2/checkout/orders'
  const { id } = Order.parse(await client.call({ method: 'POST', path, body, requestId }))
  return refText({ kind: 'order', id })
}

type Inquiry = { payment: PaymentAtProcessor; nowMs: number }

/** Returns a payment's progress. Takes the money once its payer has approved, unless a person cancelled the payment. */
export async function readProgress(client: PayPalClient, inquiry: Inquiry): Promise<Progress> {
  const { payment, nowMs } = inquiry
  const state = await readState(client, parseRef(payment.ref))
  const progress = progressOf(state, inquiry)
  if (progress.stage !== 'open') {
    const held = heldAuthorization(state.authorizations)
    // Money that PayPal declined to capture would stay blocked at the payer's.
    if (progress.stage === 'failed' && held) await voidAuthorization(client, held.id, inquiry)
    return progress
  }
  if (payment.isCancelRequested) return waitingProgress(inquiry)
  if (progress.isApproved) return takeApproved(client, progress.order, inquiry)
  if (nowMs - payment.createdAtMs <= PAYER_WITHIN_MS) return waitingProgress(inquiry)
  const closed = await closeOrder(client, progress, inquiry)
  return closed.stage === 'cancelled' ? { stage: 'failed', reason: 'expired' } : closed
}

const waitingProgress = (inquiry: Inquiry): Progress => ({
  stage: 'awaiting_payer',
  askAtMs: computeNextCheckMs(inquiry),
})

/**
 * Captures or authorizes an approved order. PayPal does so once for each order, whichever process calls. The key of the
 * call contains the time of the approval: after a decline the payer may approve again with another source.
 */
async function takeApproved(
  client: PayPalClient,
  { id, update_time: approvedAt = '' }: Order,
  inquiry: Inquiry,
): Promise<Progress> {
  const { payment, nowMs } = inquiry
  const action = payment.isCapturedByHand ? 'authorize' : 'capture'
  const requestId = `${payment.id}:${action}:${approvedAt}`
  try {
    const path = `/v2/checkout/orders/${id}/${action}`
    const taken = Order.parse(await client.call({ method: 'POST', path, body: {}, requestId }))
    const progress = progressOf(stateOfOrder(taken), inquiry)
    return progress.stage === 'open' ? { stage: 'unknown', askAtMs: nowMs } : progress
  } catch (error) {
    if (hasIssue(error, payerIssues)) return declinedByPayPal(error.issues[0] ?? null, inquiry)
    const isStateIssue = hasIssue(error, stateIssues) || isMissing(error)
    if (!isStateIssue && !isUnprocessable(error)) throw error
    // PayPal also refuses a repeated call, and the first one, whose response was lost, may have taken the money.
    const progress = progressOf(await readState(client, { kind: 'order', id }), inquiry)
    if (progress.stage !== 'open') return progress
    return isStateIssue ? waitingProgress(inquiry) : { stage: 'failed', reason: 'payer_declined' }
  }
}

const declinedByPayPal = (code: string | null, inquiry: Inquiry): Progress => ({
  stage: 'requires_action',
  askAtMs: computeNextCheckMs(inquiry),
  declined: [{ ref: null, atMs: inquiry.nowMs, reason: 'payer_declined', code }],
})

/**
 * Makes an unpaid order useless: PayPal neither captures nor authorizes an order whose intent is the other one. Returns
 * the progress afterwards, which may be a payment that another process has just taken.
 */
async function closeOrder(
  client: PayPalClient,
  { order: { id } }: OpenProgress,
  inquiry: Inquiry,
): Promise<Progress> {
  const value = intentOf(inquiry.payment) === 'CAPTURE' ? 'AUTHORIZE' : 'CAPTURE'
  const body = [{ op: 'replace', path: '/intent', value }]
  let isRefused = false
  try {
    await client.call({ method: 'PATCH', path: `/v2/checkout/orders/${id}`, body })
  } catch (error) {
    if (!isUnprocessable(error) && !isMissing(error)) throw error
    isRefused = true
  }
  const progress = progressOf(await readState(client, { kind: 'order', id }), inquiry)
  if (progress.stage !== 'open') return progress
  // PayPal changes no order whose payer is just deciding. Such an order is never taken: only an approved one is.
  if (isRefused && !progress.isApproved) return { stage: 'cancelled', reason: 'cancelled' }
  return { stage: 'unknown', askAtMs: inquiry.nowMs }
}

/** Cancels a payment because a person requested it. Returns the progress afterwards. */
export async function cancelPayment(client: PayPalClient, inquiry: Inquiry): Promise<Progress> {
  const { payment } = inquiry
  const ref = parseRef(payment.ref)
  const state = await readState(client, ref)
  const progress = progressOf(state, inquiry)
  if (progress.stage === 'open') return closeOrder(client, progress, inquiry)
  const held = heldAuthorization(state.authorizations)
  if (progress.stage !== 'authorized' || !held) return progress
  return voidAuthorization(client, held.id, inquiry)
}

async function voidAuthorization(
  client: PayPalClient,
  id: string,
  inquiry: Inquiry,
): Promise<Progress> {
  const path = `/v2/payments/authorizations/${id}/void`
  const requestId = `${inquiry.payment.id}:void`
  await client.call({ method: 'POST', path, body: {}, requestId }).catch((error: unknown) => {
    // PayPal refuses to void an authorization that is voided or captured already.
    if (!isUnprocessable(error)) throw error
  })
  const after = progressOf(await readState(client, { kind: 'authorization', id }), inquiry)
  return after.stage === 'open' ? { stage: 'unknown', askAtMs: inquiry.nowMs } : after
}

/** Captures the authorized amount, or part of it, once. PayPal releases the remainder. */
export async function captureAuthorized(
  client: PayPalClient,
  { amount, ...inquiry }: Inquiry & { amount: number },
): Promise<Progress> {
  const { payment, nowMs } = inquiry
  const state = await readState(client, parseRef(payment.ref))
  const held = heldAuthorization(state.authorizations)
  const before = progressOf(state, inquiry)
  if (before.stage !== 'authorized' || !held) {
    return before.stage === 'open' ? { stage: 'unknown', askAtMs: nowMs } : before
  }
  const body = { amount: payPalMoneyOf(amount, payment.currency), final_capture: true }
  const path = `/v2/payments/authorizations/${held.id}/capture`
  const requestId = `${payment.id}:capture`
  let refusal: unknown
  await client.call({ method: 'POST', path, body, requestId }).catch((error: unknown) => {
    if (!isUnprocessable(error)) throw error
    refusal = error
  })
  const ref = { kind: 'authorization', id: held.id } as const
  const after = progressOf(await readState(client, ref), inquiry)
  if (after.stage === 'open') return { stage: 'unknown', askAtMs: nowMs }
  // A refusal that changed nothing is no outcome: the money is still authorized.
  if (after.stage === 'authorized' && refusal !== undefined) throw refusal
  if (after.stage === 'failed') await voidAuthorization(client, held.id, inquiry)
  return after
}

/** Returns PayPal's page on which the payer approves; null when there is nothing for them to do. */
export async function approvalUrlOf(
  client: PayPalClient,
  { ref: orderRef }: PaymentAtProcessor,
  pageOrigins: readonly string[],
): Promise<string | null> {
  const ref = parseRef(orderRef)
  if (ref.kind !== 'order') return null
  const { order } = await readState(client, ref)
  if (order?.status === 'COMPLETED' || order?.status === 'VOIDED' || !order) return null
  const link = (rel: string) => order.links.find((each) => each.rel === rel)?.href
  const url = link('payer-action') ?? link('approve')
  if (url === undefined || !URL.canParse(url)) return null
  return pageOrigins.includes(new URL(url).origin) ? url : null
}
