import { newPayPalId } from './account.ts'
import { addCapture, paymentsOf, takePlan } from './captures.ts'
import { assertFields, malformed, resourceNotFound, unprocessable } from './refusal.ts'
import type { Authorization, Capture, Money, Order, PurchaseUnit } from './resources.ts'
import { emit, minorOf, type StandInContext, schedule, timeText } from './stand-in-context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Time within which an order must be approved, and then again within which it must be captured. */
const ORDER_WITHIN_MS = 3 * HOUR_MS
const AUTHORIZED_FOR_MS = 29 * DAY_MS

type OrderRequest = {
  intent?: unknown
  purchase_units?: unknown
  payment_source?: {
    paypal?: { experience_context?: { return_url?: string; cancel_url?: string; locale?: string } }
  }
}

export function createOrder(context: StandInContext, body: OrderRequest): Order {
  const { account, nowMs, apiUrl, pageUrl } = context
  assertFields(body, ['intent', 'purchase_units', 'payment_source'])
  const { intent } = body
  if (intent !== 'CAPTURE' && intent !== 'AUTHORIZE') throw malformed('intent')
  const experience = body.payment_source?.paypal?.experience_context
  const { return_url: returnUrl, cancel_url: cancelUrl, locale } = experience ?? {}
  if (returnUrl === undefined || cancelUrl === undefined) throw malformed('return_url')
  const unit = unitIn(body)
  const refused = takePlan(context, 'order refused')
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
  expireLater(context, order)
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
const expireLater = (context: StandInContext, order: Order): void => {
  const { status } = order
  schedule(context, ORDER_WITHIN_MS, ({ account }) => {
    if (order.status === status && status !== 'COMPLETED') account.orders.delete(order.id)
  })
}

export function findOrder({ account }: StandInContext, id: string): Order {
  const order = account.orders.get(id)
  if (!order) throw resourceNotFound()
  return order
}

type Patch = { op?: string; path?: string; value?: unknown }

/** Replaces an order's intent, the only change that is supported. */
export function patchOrder(
  context: StandInContext,
  id: string,
  patches: readonly Patch[],
): undefined {
  const order = findOrder(context, id)
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED')
  const refused = takePlan(context, 'change refused')
  if (refused) throw unprocessable(refused.issue)
  for (const { op, path, value } of patches) {
    if (op !== 'replace' || path !== '/intent') throw unprocessable('NOT_PATCHABLE')
    if (value !== 'CAPTURE' && value !== 'AUTHORIZE') throw malformed('value')
    order.intent = value
  }
  touch(order, context.nowMs)
}

/** Changes `update_time`, which has whole seconds only, even twice in a second. */
const touch = (order: Order, nowMs: number): void => {
  const atMs = Math.max(nowMs, Date.parse(order.update_time) + 1000)
  order.update_time = timeText(atMs)
}

/** Approves an order, as its payer does on PayPal's page. */
export function approveOrder(context: StandInContext, id: string): Order {
  const order = findOrder(context, id)
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED')
  order.status = 'APPROVED'
  order.payer = {
    payer_id: 'QYR5Z8XDVJNXQ',
    email_address: 'payer@personal.example',
    name: { given_name: 'Pat' },
  }
  touch(order, context.nowMs)
  emit(context, 'CHECKOUT.ORDER.APPROVED', { kind: 'checkout-order', resource: order })
  expireLater(context, order)
  return order
}

/** Approvals whose capture PayPal refused, by order: PayPal refuses each capture until the payer approves again. */
const refusedApprovals = new WeakMap<Order, { at: string; issue: string }>()

function assertApproved(context: StandInContext, order: Order, intent: Order['intent']): void {
  if (order.intent !== intent) throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT')
  if (order.status === 'COMPLETED') {
    throw unprocessable(
      intent === 'CAPTURE' ? 'ORDER_ALREADY_CAPTURED' : 'ORDER_ALREADY_AUTHORIZED',
    )
  }
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED')
  const plan = takePlan(context, 'refused')
  if (plan) refusedApprovals.set(order, { at: order.update_time, issue: plan.issue })
  const refused = refusedApprovals.get(order)
  if (refused?.at === order.update_time) throw unprocessable(refused.issue)
}

export function captureOrder(context: StandInContext, id: string): Order {
  const order = findOrder(context, id)
  assertApproved(context, order, 'CAPTURE')
  const upUrl = `${context.apiUrl}/v2/checkout/orders/${id}`
  addCapture(context, { order, amount: order.purchase_units[0].amount, upUrl })
  order.status = 'COMPLETED'
  touch(order, context.nowMs)
  return order
}

export function authorizeOrder(context: StandInContext, id: string): Order {
  const order = findOrder(context, id)
  assertApproved(context, order, 'AUTHORIZE')
  addAuthorization(context, order)
  order.status = 'COMPLETED'
  touch(order, context.nowMs)
  return order
}

function addAuthorization(
  context: StandInContext,
  order: Order,
  untilMs = context.nowMs + AUTHORIZED_FOR_MS,
): Authorization {
  const { account, nowMs, apiUrl } = context
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
  emit(context, 'PAYMENT.AUTHORIZATION.CREATED', { kind: 'authorization', resource: authorization })
  schedule(context, untilMs - nowMs, (atDue) => {
    if (isHeld(authorization)) voidNow(atDue, authorization)
  })
  return authorization
}

/** Replaces an authorization after its first three days by one that ends at the same time. */
export function reauthorize(
  context: StandInContext,
  id: string,
  body: { amount?: Money },
): Authorization {
  const old = findAuthorization(context, id)
  assertFields(body, ['amount'])
  if (old.status !== 'CREATED') throw unprocessable('AUTHORIZATION_ALREADY_COMPLETED')
  if (context.nowMs - Date.parse(old.create_time) < 3 * DAY_MS) {
    throw unprocessable('REAUTHORIZATION_TOO_SOON')
  }
  const refused = takePlan(context, 'reauthorization refused')
  if (refused) throw unprocessable(refused.issue)
  if (body.amount && minorOf(body.amount) > minorOf(old.amount)) {
    throw unprocessable('AUTHORIZATION_AMOUNT_LIMIT_EXCEEDED')
  }
  const order = findOrder(context, old.supplementary_data.related_ids.order_id)
  old.status = 'VOIDED'
  return addAuthorization(context, order, Date.parse(old.expiration_time))
}

export function findAuthorization({ account }: StandInContext, id: string): Authorization {
  const authorization = account.authorizations.get(id)
  if (!authorization) throw resourceNotFound()
  return authorization
}

function voidNow(context: StandInContext, authorization: Authorization): void {
  authorization.status = 'VOIDED'
  authorization.update_time = timeText(context.nowMs)
  emit(context, 'PAYMENT.AUTHORIZATION.VOIDED', { kind: 'authorization', resource: authorization })
}

export function voidAuthorization(context: StandInContext, id: string): Authorization {
  const authorization = findAuthorization(context, id)
  if (authorization.status === 'VOIDED') throw unprocessable('PREVIOUSLY_VOIDED')
  if (!isHeld(authorization)) throw unprocessable('PREVIOUSLY_CAPTURED')
  voidNow(context, authorization)
  return authorization
}

const isHeld = ({ status }: Authorization): boolean =>
  status === 'CREATED' || status === 'PARTIALLY_CAPTURED'

/** Captured amounts, in hundredths. */
const capturedBy = new WeakMap<Authorization, number>()

type CaptureRequest = { amount?: Money; final_capture?: boolean }

export function captureAuthorization(
  context: StandInContext,
  id: string,
  body: CaptureRequest,
): Capture {
  const authorization = findAuthorization(context, id)
  assertFields(body, ['amount', 'final_capture', 'invoice_id', 'note_to_payer'])
  if (authorization.status === 'VOIDED') throw unprocessable('AUTHORIZATION_VOIDED')
  if (!isHeld(authorization)) throw unprocessable('AUTHORIZATION_ALREADY_CAPTURED')
  const amount = body.amount ?? authorization.amount
  const captured = capturedBy.get(authorization) ?? 0
  if (captured + minorOf(amount) > minorOf(authorization.amount)) {
    throw unprocessable('MAX_CAPTURE_AMOUNT_EXCEEDED')
  }
  const refused = takePlan(context, 'refused')
  if (refused) throw unprocessable(refused.issue)
  const order = findOrder(context, authorization.supplementary_data.related_ids.order_id)
  const upUrl = authorization.links[0]?.href ?? ''
  const isLast = body.final_capture === true
  const capture = addCapture(context, { order, amount, upUrl, isLast })
  capturedBy.set(authorization, captured + minorOf(amount))
  authorization.status = isLast ? 'CAPTURED' : 'PARTIALLY_CAPTURED'
  authorization.update_time = timeText(context.nowMs)
  return capture
}
