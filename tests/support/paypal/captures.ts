import { newPayPalId, type PaymentPlan } from './account.ts'
import { bookCapture, bookRefund } from './money.ts'
import { assertFields, malformed, resourceNotFound, unprocessable } from './refusal.ts'
import type { Capture, Money, Order, PurchaseUnit, Refund } from './resources.ts'
import {
  emit,
  minorOf,
  moneyOf,
  type StandInContext,
  schedule,
  timeText,
} from './stand-in-context.ts'

/** Takes the next plan of this kind, if the account has one. */
export function takePlan<K extends PaymentPlan['kind']>(
  { account }: StandInContext,
  kind: K,
): Extract<PaymentPlan, { kind: K }> | undefined {
  const at = account.plans.findIndex((plan) => plan.kind === kind)
  if (at < 0) return undefined
  const [plan] = account.plans.splice(at, 1)
  return plan as Extract<PaymentPlan, { kind: K }>
}

export const paymentsOf = (unit: PurchaseUnit): NonNullable<PurchaseUnit['payments']> => {
  unit.payments ??= {}
  return unit.payments
}

/** Captures money of an order, at once or, by the account's plan, later. */
export function addCapture(
  context: StandInContext,
  {
    order,
    amount,
    upUrl,
    isLast = true,
  }: { order: Order; amount: Money; upUrl: string; isLast?: boolean },
): Capture {
  const { account, nowMs, apiUrl } = context
  const [unit] = order.purchase_units
  const pending = takePlan(context, 'pending')
  const id = newPayPalId()
  const self = `${apiUrl}/v2/payments/captures/${id}`
  const capture: Capture = {
    id,
    status: pending ? 'PENDING' : 'COMPLETED',
    ...(pending && { status_details: { reason: pending.reason } }),
    amount,
    custom_id: unit.custom_id,
    invoice_id: unit.invoice_id,
    final_capture: isLast,
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: timeText(nowMs),
    update_time: timeText(nowMs),
    links: [
      { rel: 'self', href: self },
      { rel: 'refund', href: `${self}/refund` },
      { rel: 'up', href: upUrl },
    ],
  }
  account.captures.set(id, capture)
  const payments = paymentsOf(unit)
  payments.captures = [...(payments.captures ?? []), capture]
  if (pending) {
    emit(context, 'PAYMENT.CAPTURE.PENDING', { kind: 'capture', resource: capture })
    schedule(context, pending.afterMs, (atDue) => endCapture(atDue, capture, pending.end))
  } else {
    account.moved.captured += minorOf(amount)
    bookCapture(context, capture)
    emit(context, 'PAYMENT.CAPTURE.COMPLETED', { kind: 'capture', resource: capture })
  }
  return capture
}

function endCapture(
  context: StandInContext,
  capture: Capture,
  end: 'COMPLETED' | 'DECLINED',
): void {
  capture.status = end
  delete capture.status_details
  capture.update_time = timeText(context.nowMs)
  if (end === 'COMPLETED') {
    context.account.moved.captured += minorOf(capture.amount)
    bookCapture(context, capture)
  }
  const type = end === 'COMPLETED' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED'
  emit(context, type, { kind: 'capture', resource: capture })
}

export function findCapture({ account }: StandInContext, id: string): Capture {
  const capture = account.captures.get(id)
  if (!capture) throw resourceNotFound()
  return capture
}

const refundsOf = (
  { account }: StandInContext,
  { supplementary_data: data }: Capture,
): Refund[] => {
  const [unit] = account.orders.get(data.related_ids.order_id)?.purchase_units ?? []
  if (!unit) throw resourceNotFound()
  const payments = paymentsOf(unit)
  payments.refunds ??= []
  return payments.refunds
}

/** Returns the amount of a capture that is not refunded yet, in hundredths. */
function leftOf(context: StandInContext, capture: Capture): number {
  const up = capture.links[0]?.href
  const refunded = refundsOf(context, capture)
    .filter(({ status, links }) => status !== 'FAILED' && links.some(({ href }) => href === up))
    .reduce((sum, { amount }) => sum + minorOf(amount), 0)
  return minorOf(capture.amount) - refunded
}

type RefundRequest = { amount?: Money; custom_id?: string; invoice_id?: string }

/** Refunds a capture, or part of it. */
export function refundCapture(context: StandInContext, id: string, body: RefundRequest): Refund {
  const capture = findCapture(context, id)
  assertFields(body, ['amount', 'custom_id', 'invoice_id', 'note_to_payer'])
  if (capture.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (!['COMPLETED', 'PARTIALLY_REFUNDED'].includes(capture.status)) {
    throw unprocessable('REFUND_NOT_ALLOWED')
  }
  const refused = takePlan(context, 'refund refused')
  if (refused) throw unprocessable(refused.issue)
  const left = leftOf(context, capture)
  const amount = body.amount ?? moneyOf(left, capture.amount.currency_code)
  if (amount.currency_code !== capture.amount.currency_code) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
  }
  const minor = minorOf(amount)
  if (minor === 0) throw malformed('amount must be more than 0')
  if (minor > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
  const refund = addRefund(context, capture, { ...body, amount })
  const plan = takePlan(context, 'refund')
  if (!plan) {
    finishRefund(context, { refund, capture, end: 'COMPLETED' })
    emit(context, 'PAYMENT.CAPTURE.REFUNDED', { kind: 'refund', resource: refund })
    return refund
  }
  schedule(context, plan.afterMs, (atDue) => {
    finishRefund(atDue, { refund, capture, end: plan.end })
    if (plan.end === 'COMPLETED') {
      emit(atDue, 'PAYMENT.CAPTURE.REFUNDED', { kind: 'refund', resource: refund })
    }
  })
  return refund
}

function addRefund(
  context: StandInContext,
  capture: Capture,
  body: RefundRequest & { amount: Money },
) {
  const id = newPayPalId()
  const { nowMs, apiUrl, account } = context
  const refund: Refund = {
    id,
    status: 'PENDING',
    amount: body.amount,
    custom_id: body.custom_id ?? capture.custom_id,
    invoice_id: body.invoice_id ?? capture.invoice_id,
    create_time: timeText(nowMs),
    update_time: timeText(nowMs),
    links: [
      { rel: 'self', href: `${apiUrl}/v2/payments/refunds/${id}` },
      { rel: 'up', href: capture.links[0]?.href ?? '' },
    ],
  }
  account.refunds.set(id, refund)
  refundsOf(context, capture).push(refund)
  return refund
}

type RefundEnd = { refund: Refund; capture: Capture; end: 'COMPLETED' | 'FAILED' }

function finishRefund(
  context: StandInContext,
  { refund, capture, end, code = 'T1107' }: RefundEnd & { code?: string },
): void {
  refund.status = end
  refund.update_time = timeText(context.nowMs)
  if (end === 'FAILED') return
  context.account.moved.refunded += minorOf(refund.amount)
  bookRefund(context, { refund, capture, code })
  capture.status = leftOf(context, capture) === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

/** Takes back what is left of a capture, as after a chargeback. PayPal lists it as a refund without a request. */
export function reverseCapture(context: StandInContext, id: string): Refund {
  const capture = findCapture(context, id)
  const amount = moneyOf(leftOf(context, capture), capture.amount.currency_code)
  const refund = addRefund(context, capture, { amount })
  finishRefund(context, { refund, capture, end: 'COMPLETED', code: 'T1106' })
  emit(context, 'PAYMENT.CAPTURE.REVERSED', { kind: 'refund', resource: refund })
  return refund
}
