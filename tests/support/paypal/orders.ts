import { newPayPalId } from './account.ts'
import { addCapture, paymentsOf, takePlan } from './captures.ts'
import { emit, type Moment, minorOf, schedule, timeText } from './moment.ts'
import { assertFields, malformed, missing, unprocessable } from './refusal.ts'
import type { Authorization, Capture, Money, Order, PurchaseUnit } from './resources.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Time for which an order can be approved, and then be captured. */
const ORDER_WITHIN_MS = 3 * HOUR_MS
const AUTHORIZED_FOR_MS = 29 * DAY_MS

type OrderRequest = {
  intent?: unknown
  purchase_units?: unknown
  payment_source?: {
    paypal?: { experience_context?: { return_url?: string; cancel_url?: string; locale?: string } }
  }
}

export function createOrder(moment: Moment, body: OrderRequest): Order {
  const { account, nowMs, apiUrl, pageUrl } = moment
  assertFields(body, ['intent', 'purchase_units', 'payment_source'])
  const { intent } = body
  if (intent !== 'CAPTURE' && intent !== 'AUTHORIZE') throw malformed('intent')
  const context = body.payment_source?.paypal?.experience_context
  const { return_url: returnUrl, cancel_url: cancelUrl, locale } = context ?? {}
  if (returnUrl === undefined || cancelUrl === undefined) throw malformed('return_url')
  const unit = unitIn(body)
  const refused = takePlan(moment, 'order refused')
  if (refused) throw unprocessable(refused.issue)
  const id = newPayPalId()
  const order: Order = {
    id,
    intent,
    status: 'PAYER_ACTION_REQUIRED',
    purchase_units: [unit],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: returnUrl,
          cancel_url: cancelUrl,
          ...(locale && { locale }),
        },
      },
    },
    create_time: timeText(nowMs),
    update_time: timeText(nowMs),
    links: [
      { rel: 'self', href: `${apiUrl}/v2/checkout/orders/${id}`, method: 'GET' },
      { rel: 'payer-action', href: `${pageUrl}/checkoutnow?token=${id}`, method: 'GET' },
    ],
  }
  account.orders.set(id, order)
  expireLater(moment, order)
  return order
}

function unitIn({ purchase_units: units }: OrderRequest): PurchaseUnit {
  if (!Array.isArray(units) || units.length !== 1) throw malformed('purchase_units')
  const unit = units[0] as PurchaseUnit
  assertFields(unit, ['reference_id', 'amount', 'custom_id', 'invoice_id', 'description'])
  if (minorOf(unit.amount) === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE')
  for (const text of [unit.custom_id, unit.invoice_id, unit.description]) {
    if (text !== undefined && (text.length === 0 || text.length > 127)) {
      throw malformed('INVALID_STRING_LENGTH')
    }
  }
  return { ...unit, reference_id: unit.reference_id ?? 'default' }
}

/** Deletes the order when it is not paid in time. */
const expireLater = (moment: Moment, order: Order): void => {
  const { status } = order
  schedule(moment, ORDER_WITHIN_MS, ({ account }) => {
    if (order.status === status && status !== 'COMPLETED') account.orders.delete(order.id)
  })
}

export function findOrder({ account }: Moment, id: string): Order {
  const order = account.orders.get(id)
  if (!order) throw missing()
  return order
}

type Patch = { op?: string; path?: string; value?: unknown }

/** Replaces an order's intent, the only change that is supported. */
export function patchOrder(moment: Moment, id: string, patches: readonly Patch[]): undefined {
  const order = findOrder(moment, id)
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED')
  const refused = takePlan(moment, 'change refused')
  if (refused) throw unprocessable(refused.issue)
  for (const { op, path, value } of patches) {
    if (op !== 'replace' || path !== '/intent') throw unprocessable('NOT_PATCHABLE')
    if (value !== 'CAPTURE' && value !== 'AUTHORIZE') throw malformed('value')
    order.intent = value
  }
  touch(order, moment.nowMs)
}

/** Changes `update_time`, which has whole seconds only, even twice in a second. */
const touch = (order: Order, nowMs: number): void => {
  const atMs = Math.max(nowMs, Date.parse(order.update_time) + 1000)
  order.update_time = timeText(atMs)
}

/** Approves an order, as its payer does on PayPal's page. */
export function approveOrder(moment: Moment, id: string): Order {
  const order = findOrder(moment, id)
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED')
  order.status = 'APPROVED'
  order.payer = {
    payer_id: 'QYR5Z8XDVJNXQ',
    email_address: 'payer@personal.example',
    name: { given_name: 'Pat' },
  }
  touch(order, moment.nowMs)
  emit(moment, 'CHECKOUT.ORDER.APPROVED', { kind: 'checkout-order', resource: order })
  expireLater(moment, order)
  return order
}

/** Approvals whose capture PayPal refused, by order: PayPal refuses each capture until the payer approves again. */
const refusedApprovals = new WeakMap<Order, { at: string; issue: string }>()

function assertApproved(moment: Moment, order: Order, intent: Order['intent']): void {
  if (order.intent !== intent) throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT')
  if (order.status === 'COMPLETED') {
    throw unprocessable(
      intent === 'CAPTURE' ? 'ORDER_ALREADY_CAPTURED' : 'ORDER_ALREADY_AUTHORIZED',
    )
  }
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED')
  const plan = takePlan(moment, 'refused')
  if (plan) refusedApprovals.set(order, { at: order.update_time, issue: plan.issue })
  const refused = refusedApprovals.get(order)
  if (refused?.at === order.update_time) throw unprocessable(refused.issue)
}

export function captureOrder(moment: Moment, id: string): Order {
  const order = findOrder(moment, id)
  assertApproved(moment, order, 'CAPTURE')
  const upUrl = `${moment.apiUrl}/v2/checkout/orders/${id}`
  addCapture(moment, { order, amount: order.purchase_units[0].amount, upUrl })
  order.status = 'COMPLETED'
  touch(order, moment.nowMs)
  return order
}

export function authorizeOrder(moment: Moment, id: string): Order {
  const order = findOrder(moment, id)
  assertApproved(moment, order, 'AUTHORIZE')
  addAuthorization(moment, order)
  order.status = 'COMPLETED'
  touch(order, moment.nowMs)
  return order
}

function addAuthorization(
  moment: Moment,
  order: Order,
  untilMs = moment.nowMs + AUTHORIZED_FOR_MS,
): Authorization {
  const { account, nowMs, apiUrl } = moment
  const [unit] = order.purchase_units
  const id = newPayPalId()
  const self = `${apiUrl}/v2/payments/authorizations/${id}`
  const authorization: Authorization = {
    id,
    status: 'CREATED',
    amount: unit.amount,
    custom_id: unit.custom_id,
    invoice_id: unit.invoice_id,
    expiration_time: timeText(untilMs),
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: timeText(nowMs),
    update_time: timeText(nowMs),
    links: [{ rel: 'self', href: self }],
  }
  account.authorizations.set(id, authorization)
  const payments = paymentsOf(unit)
  payments.authorizations = [...(payments.authorizations ?? []), authorization]
  emit(moment, 'PAYMENT.AUTHORIZATION.CREATED', { kind: 'authorization', resource: authorization })
  schedule(moment, untilMs - nowMs, (then) => {
    if (isHeld(authorization)) voidNow(then, authorization)
  })
  return authorization
}

/** Replaces an authorization after its first three days by one that ends at the same time. */
export function reauthorize(moment: Moment, id: string, body: { amount?: Money }): Authorization {
  const old = findAuthorization(moment, id)
  assertFields(body, ['amount'])
  if (old.status !== 'CREATED') throw unprocessable('AUTHORIZATION_ALREADY_COMPLETED')
  if (moment.nowMs - Date.parse(old.create_time) < 3 * DAY_MS) {
    throw unprocessable('REAUTHORIZATION_TOO_SOON')
  }
  const refused = takePlan(moment, 'reauthorization refused')
  if (refused) throw unprocessable(refused.issue)
  if (body.amount && minorOf(body.amount) > minorOf(old.amount)) {
    throw unprocessable('AUTHORIZATION_AMOUNT_LIMIT_EXCEEDED')
  }
  const order = findOrder(moment, old.supplementary_data.related_ids.order_id)
  old.status = 'VOIDED'
  return addAuthorization(moment, order, Date.parse(old.expiration_time))
}

export function findAuthorization({ account }: Moment, id: string): Authorization {
  const authorization = account.authorizations.get(id)
  if (!authorization) throw missing()
  return authorization
}

function voidNow(moment: Moment, authorization: Authorization): void {
  authorization.status = 'VOIDED'
  authorization.update_time = timeText(moment.nowMs)
  emit(moment, 'PAYMENT.AUTHORIZATION.VOIDED', { kind: 'authorization', resource: authorization })
}

export function voidAuthorization(moment: Moment, id: string): Authorization {
  const authorization = findAuthorization(moment, id)
  if (authorization.status === 'VOIDED') throw unprocessable('PREVIOUSLY_VOIDED')
  if (!isHeld(authorization)) throw unprocessable('PREVIOUSLY_CAPTURED')
  voidNow(moment, authorization)
  return authorization
}

const isHeld = ({ status }: Authorization): boolean =>
  status === 'CREATED' || status === 'PARTIALLY_CAPTURED'

/** Captured amounts, in hundredths. */
const capturedBy = new WeakMap<Authorization, number>()

type CaptureRequest = { amount?: Money; final_capture?: boolean }

export function captureAuthorization(moment: Moment, id: string, body: CaptureRequest): Capture {
  const authorization = findAuthorization(moment, id)
  assertFields(body, ['amount', 'final_capture', 'invoice_id', 'note_to_payer'])
  if (authorization.status === 'VOIDED') throw unprocessable('AUTHORIZATION_VOIDED')
  if (!isHeld(authorization)) throw unprocessable('AUTHORIZATION_ALREADY_CAPTURED')
  const amount = body.amount ?? authorization.amount
  const captured = capturedBy.get(authorization) ?? 0
  if (captured + minorOf(amount) > minorOf(authorization.amount)) {
    throw unprocessable('MAX_CAPTURE_AMOUNT_EXCEEDED')
  }
  const refused = takePlan(moment, 'refused')
  if (refused) throw unprocessable(refused.issue)
  const order = findOrder(moment, authorization.supplementary_data.related_ids.order_id)
  const upUrl = authorization.links[0]?.href ?? ''
  const isLast = body.final_capture === true
  const capture = addCapture(moment, { order, amount, upUrl, isLast })
  capturedBy.set(authorization, captured + minorOf(amount))
  authorization.status = isLast ? 'CAPTURED' : 'PARTIALLY_CAPTURED'
  authorization.update_time = timeText(moment.nowMs)
  return capture
}
