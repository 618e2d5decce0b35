import type {
  AmountChange,
  PaymentAtProcessor,
  PaymentMeans,
  Progress,
} from '#server/core/ports/processor.ts'
import { cutLine } from '#server/shared/text/text.ts'
import type { PayerUrls } from '../continue-token.ts'
import { type PaymentContext, voidAuthorization } from './authorizations/authorized-money.ts'
import { payPalMoneyOf } from './paypal-amount.rules.ts'
import type { PayPalClient } from './paypal-client.ts'
import { hasIssue, isMissing, isUnprocessable, merchantIssueOf } from './paypal-errors.ts'
import {
  APPROVAL_WINDOW_MS,
  computeNextCheckMs,
  heldAuthorization,
  intentOf,
  type OpenProgress,
  progressOf,
} from './paypal-progress.rules.ts'
import { parseRef, refText } from './paypal-refs.rules.ts'
import { Order } from './paypal-resources.schema.ts'
import { readState, stateOfOrder } from './paypal-state.ts'

/** Characters of a description and of a shop's name that PayPal accepts. */
const MAX_TEXT = 127

/** Languages in PayPal's spelling. */
const locales = { it: 'it-IT', en: 'en-GB' } as const

/** Refusals after which the payer may choose another funding source on PayPal's page. */
const payerIssues = new Set(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'])

/** Refusals because the order has changed since it was read. */
const stateIssues = new Set([
  'ORDER_ALREADY_CAPTURED',
  'ORDER_ALREADY_AUTHORIZED',
  'ORDER_NOT_APPROVED',
  'ORDER_COMPLETED_OR_VOIDED',
  'ACTION_DOES_NOT_MATCH_INTENT',
])

/** Creates an order, which moves no money yet. `takeApproved` takes the money once the payer has approved the order. */
export async function createOrder(
  client: PayPalClient,
  payment: PaymentAtProcessor,
  { means, urls }: { means: PaymentMeans; urls: PayerUrls },
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
          ...(means.locale !== null && { locale: locales[means.locale] }),
          return_url: urls.backUrl,
          cancel_url: means.cancelUrl === null ? urls.backUrl : urls.cancelUrl,
        },
      },
    },
  }
  // An order that replaces another one has an idempotency key of its own.
  const replaced = payment.ref === null ? [] : [payment.ref, payment.amount]
  const requestId = [payment.id, 'order', ...replaced].join(':')
  const path = '/v2/checkout/orders'
  const { id } = Order.parse(await client.call({ method: 'POST', path, body, requestId }))
  return refText({ kind: 'order', id })
}

/**
 * Returns a payment's progress. Takes the money once its payer has approved, unless a person cancelled the payment.
 * `mayTake` is awaited after the approval was read: a cancellation that is stored later finds an approved order, which
 * it ends only if PayPal accepts that.
 */
export async function readProgress(
  client: PayPalClient,
  context: PaymentContext,
  mayTake: () => Promise<boolean>,
): Promise<Progress> {
  const { payment, nowMs } = context
  const state = await readState(client, parseRef(payment.ref))
  const progress = progressOf(state, context)
  if (progress.stage !== 'open') {
    const held = heldAuthorization(state.authorizations)
    // After a declined capture, the payer's money would otherwise stay blocked.
    if (progress.stage === 'failed' && held) await voidAuthorization(client, held.id, context)
    return progress
  }
  if (payment.isCancelRequested) return waitingProgress(context)
  if (progress.isApproved) {
    return (await mayTake())
      ? takeApproved(client, progress.order, context)
      : waitingProgress(context)
  }
  if (nowMs - payment.createdAtMs <= APPROVAL_WINDOW_MS) return waitingProgress(context)
  const closed = await closeOrder(client, progress, context)
  return closed.stage === 'cancelled' ? { stage: 'failed', reason: 'expired' } : closed
}

const waitingProgress = (context: PaymentContext): Progress => ({
  stage: 'awaiting_payer',
  pollAtMs: computeNextCheckMs(context),
})

/**
 * Captures or authorizes an approved order. PayPal does so once for each order, whichever process calls. The
 * idempotency key contains the time of the approval: after a decline the payer may approve again with another funding
 * source.
 */
async function takeApproved(
  client: PayPalClient,
  { id, update_time: approvedAt = '' }: Order,
  context: PaymentContext,
): Promise<Progress> {
  const { payment, nowMs } = context
  const action = payment.isCapturedByHand ? 'authorize' : 'capture'
  const requestId = `${payment.id}:${action}:${approvedAt}`
  try {
    const path = `/v2/checkout/orders/${id}/${action}`
    const order = Order.parse(await client.call({ method: 'POST', path, body: {}, requestId }))
    const progress = progressOf(stateOfOrder(order), context)
    return progress.stage === 'open' ? { stage: 'unknown', pollAtMs: nowMs } : progress
  } catch (error) {
    if (hasIssue(error, payerIssues)) return declinedByPayPal(error.issues[0] ?? null, context)
    const isStateIssue = hasIssue(error, stateIssues) || isMissing(error)
    if (!isStateIssue && !isUnprocessable(error)) throw error
    // PayPal also refuses a repeated call, and the first one, whose response was lost, may have taken the money.
    const progress = progressOf(await readState(client, { kind: 'order', id }), context)
    if (progress.stage !== 'open') return progress
    if (isStateIssue) return waitingProgress(context)
    return { stage: 'failed', reason: merchantIssueOf(error) ?? 'payer_declined' }
  }
}

const declinedByPayPal = (code: string | null, context: PaymentContext): Progress => ({
  stage: 'requires_action',
  pollAtMs: computeNextCheckMs(context),
  declined: [{ ref: null, atMs: context.nowMs, reason: 'payer_declined', code }],
})

/**
 * Changes the intent of an unpaid order from `CAPTURE` to `AUTHORIZE`, or back, so that PayPal refuses the call that
 * would take its money. Returns the progress afterwards: another process may have taken the money already.
 */
async function closeOrder(
  client: PayPalClient,
  { order: { id } }: OpenProgress,
  context: PaymentContext,
): Promise<Progress> {
  const isRefused = !(await replaceIntent(client, id, context))
  const progress = progressOf(await readState(client, { kind: 'order', id }), context)
  if (progress.stage !== 'open') return progress
  // PayPal may refuse to change an order while its payer is on PayPal's page. Only approved orders are ever captured.
  if (isRefused && !progress.isApproved) return { stage: 'cancelled', reason: 'cancelled' }
  return { stage: 'unknown', pollAtMs: context.nowMs }
}

/**
 * Changes the intent of an order from `CAPTURE` to `AUTHORIZE`, or back. Returns false when PayPal refuses that because
 * of the order's state.
 */
async function replaceIntent(
  client: PayPalClient,
  id: string,
  { payment }: PaymentContext,
): Promise<boolean> {
  const value = intentOf(payment) === 'CAPTURE' ? 'AUTHORIZE' : 'CAPTURE'
  const body = [{ op: 'replace', path: '/intent', value }]
  try {
    await client.call({ method: 'PATCH', path: `/v2/checkout/orders/${id}`, body })
    return true
  } catch (error) {
    if (!isUnprocessable(error) && !isMissing(error)) throw error
    return false
  }
}

/**
 * Replaces an order that its payer has not approved by an order with another amount. The old order's intent is changed
 * first, so that its money can no longer be taken. The result has the reference of the new order.
 */
export async function replaceOrder(
  client: PayPalClient,
  {
    amount,
    means,
    urls,
    ...context
  }: PaymentContext & { amount: number; means: PaymentMeans; urls: PayerUrls },
): Promise<AmountChange> {
  const { payment, nowMs } = context
  const ref = parseRef(payment.ref)
  if (ref.kind !== 'order') return payerActed
  if (nowMs - payment.createdAtMs > APPROVAL_WINDOW_MS) return { is: 'kept', reason: 'ended' }
  const before = await readState(client, ref)
  const progress = progressOf(before, context)
  if (progress.stage === 'open') {
    if (progress.isApproved) return payerActed
    if (!(await replaceIntent(client, ref.id, context))) return { is: 'kept', reason: 'refused' }
  }
  const after = await readState(client, ref)
  const isClosed = after.order?.intent !== undefined && after.order.intent !== intentOf(payment)
  if (!isClosed || progressOf(after, context).stage !== 'cancelled') return payerActed
  return {
    is: 'changed',
    ref: await createOrder(client, { ...payment, amount }, { means, urls }),
  }
}

const payerActed: AmountChange = { is: 'kept', reason: 'payer_acted' }

/** Cancels a payment because a person requested it. Returns the progress afterwards. */
export async function cancelPayment(
  client: PayPalClient,
  context: PaymentContext,
): Promise<Progress> {
  const { payment } = context
  const ref = parseRef(payment.ref)
  const state = await readState(client, ref)
  const progress = progressOf(state, context)
  if (progress.stage === 'open') return closeOrder(client, progress, context)
  const held = heldAuthorization(state.authorizations)
  if (progress.stage !== 'authorized' || !held) return progress
  return voidAuthorization(client, held.id, context)
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
