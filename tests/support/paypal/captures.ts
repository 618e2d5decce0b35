import { newPayPalId, type PaymentPlan } from './account.ts'
import { emit, type Moment, minorOf, moneyOf, schedule, timeText } from './moment.ts'
import { bookCapture, bookRefund } from './money.ts'
import { assertFields, malformed, missing, unprocessable } from './refusal.ts'
import type { Capture, Money, Order, PurchaseUnit, Refund } from './resources.ts'

/** Takes the next plan of this kind, if the account has one. */
export function takePlan<K extends PaymentPlan['kind']>(
  { account }: Moment,
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
  moment: Moment,
  {
    order,
    amount,
    upUrl,
    isLast = true,
  }: { order: Order; amount: Money; upUrl: string; isLast?: boolean },
): Capture {
  const { account, nowMs, apiUrl } = moment
  const [unit] = order.purchase_units
  const pending = takePlan(moment, 'pending')
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
    emit(moment, 'PAYMENT.CAPTURE.PENDING', { kind: 'capture', resource: capture })
    schedule(moment, pending.afterMs, (then) => endCapture(then, capture, pending.end))
  } else {
    account.moved.captured += minorOf(amount)
    bookCapture(moment, capture)
    emit(moment, 'PAYMENT.CAPTURE.COMPLETED', { kind: 'capture', resource: capture })
  }
  return capture
}

function endCapture(moment: Moment, capture: Capture, end: 'COMPLETED' | 'DECLINED'): void {
  capture.status = end
  delete capture.status_details
  capture.update_time = timeText(moment.nowMs)
  if (end === 'COMPLETED') {
    moment.account.moved.captured += minorOf(capture.amount)
    bookCapture(moment, capture)
  }
  const type = end === 'COMPLETED' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED'
  emit(moment, type, { kind: 'capture', resource: capture })
}

export function findCapture({ account }: Moment, id: string): Capture {
  const capture = account.captures.get(id)
  if (!capture) throw missing()
  return capture
}

const refundsOf = ({ account }: Moment, { supplementary_data: data }: Capture): Refund[] => {
  const [unit] = account.orders.get(data.related_ids.order_id)?.purchase_units ?? []
  if (!unit) throw missing()
  const payments = paymentsOf(unit)
  payments.refunds ??= []
  return payments.refunds
}

/** Returns the amount of a capture that is not refunded yet, in hundredths. */
function leftOf(moment: Moment, capture: Capture): number {
  const up = capture.links[0]?.href
  const refunded = refundsOf(moment, capture)
    .filter(({ status, links }) => status !== 'FAILED' && links.some(({ href }) => href === up))
    .reduce((sum, { amount }) => sum + minorOf(amount), 0)
  return minorOf(capture.amount) - refunded
}

type RefundRequest = { amount?: Money; custom_id?: string; invoice_id?: string }

/** Refunds a capture, or part of it. */
export function refundCapture(moment: Moment, id: string, body: RefundRequest): Refund {
  const capture = findCapture(moment, id)
  assertFields(body, ['amount', 'custom_id', 'invoice_id', 'note_to_payer'])
  if (capture.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (!['COMPLETED', 'PARTIALLY_REFUNDED'].includes(capture.status)) {
    throw unprocessable('REFUND_NOT_ALLOWED')
  }
  const refused = takePlan(moment, 'refund refused')
  if (refused) throw unprocessable(refused.issue)
  const left = leftOf(moment, capture)
  const amount = body.amount ?? moneyOf(left, capture.amount.currency_code)
  if (amount.currency_code !== capture.amount.currency_code) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
  }
  const minor = minorOf(amount)
  if (minor === 0) throw malformed('amount must be more than 0')
  if (minor > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
  const refund = addRefund(moment, capture, { ...body, amount })
  const plan = takePlan(moment, 'refund')
  if (!plan) {
    finishRefund(moment, { refund, capture, end: 'COMPLETED' })
    emit(moment, 'PAYMENT.CAPTURE.REFUNDED', { kind: 'refund', resource: refund })
    return refund
  }
  schedule(moment, plan.afterMs, (then) => {
    finishRefund(then, { refund, capture, end: plan.end })
    if (plan.end === 'COMPLETED') {
      emit(then, 'PAYMENT.CAPTURE.REFUNDED', { kind: 'refund', resource: refund })
    }
  })
  return refund
}

function addRefund(moment: Moment, capture: Capture, body: RefundRequest & { amount: Money }) {
  const id = newPayPalId()
  const { nowMs, apiUrl, account } = moment
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
  refundsOf(moment, capture).push(refund)
  return refund
}

type RefundEnd = { refund: Refund; capture: Capture; end: 'COMPLETED' | 'FAILED' }

function finishRefund(
  moment: Moment,
  { refund, capture, end, code = 'T1107' }: RefundEnd & { code?: string },
): void {
  refund.status = end
  refund.update_time = timeText(moment.nowMs)
  if (end === 'FAILED') return
  moment.account.moved.refunded += minorOf(refund.amount)
  bookRefund(moment, { refund, capture, code })
  capture.status = leftOf(moment, capture) === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

/** Takes back what is left of a capture, as after a chargeback. PayPal lists it as a refund without a request. */
export function reverseCapture(moment: Moment, id: string): Refund {
  const capture = findCapture(moment, id)
  const amount = moneyOf(leftOf(moment, capture), capture.amount.currency_code)
  const refund = addRefund(moment, capture, { amount })
  finishRefund(moment, { refund, capture, end: 'COMPLETED', code: 'T1106' })
  emit(moment, 'PAYMENT.CAPTURE.REVERSED', { kind: 'refund', resource: refund })
  return refund
}
