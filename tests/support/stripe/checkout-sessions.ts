import type Stripe from 'stripe'
import { newId, type StripeAccount } from './account.ts'
import { confirmIntent } from './confirmation.ts'
import { emit } from './events.ts'
import {
  assertKnownParameters,
  bodyIn,
  choiceIn,
  type FormBody,
  invalid,
  listIn,
  mapOf,
  requiredText,
  textOf,
  textsIn,
  wholeNumber,
} from './form-body.ts'
import { offeredTypes } from './method-types.ts'
import { createIntent, endIntent, findIntent, type StandInContext } from './payment-intents.ts'
import { type Billing, methodOfCard } from './payment-methods.ts'
import { missing, StripeRefusal } from './stripe-refusal.ts'

const MIN_EXPIRY_S = 30 * 60
const MAX_EXPIRY_S = 24 * 3_600

export type Checkout = {
  session: Stripe.Checkout.Session
  lines: readonly Line[]
  /** Parameters of the payment intent that is created when the payer confirms. */
  intentBody: FormBody
}

type Line = { name: string; quantity: number; amount: number; currency: string }

const SESSION_PARAMETERS = [
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'excluded_payment_method_types',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'submit_type',
  'success_url',
  'ui_mode',
]

const INTENT_PARAMETERS = [
  'capture_method',
  'description',
  'metadata',
  'receipt_email',
  'statement_descriptor_suffix',
]

export function createSession(context: StandInContext, body: FormBody): Stripe.Checkout.Session {
  assertKnownParameters(body, SESSION_PARAMETERS)
  choiceIn(body, 'ui_mode', ['hosted_page'])
  requiredText(body, 'mode')
  choiceIn(body, 'mode', ['payment'])
  const data = bodyIn(body, 'payment_intent_data')
  assertKnownParameters(data, INTENT_PARAMETERS, 'payment_intent_data')
  const lines = listIn(body, 'line_items').map(lineOf)
  const currency = lines[0]?.currency
  if (currency === undefined) throw requiredText({}, 'line_items')
  if (lines.some((line) => line.currency !== currency)) {
    throw invalid('line_items', 'All prices must have the same currency.')
  }
  const total = lines.reduce((sum, { quantity, amount }) => sum + quantity * amount, 0)
  if (total < 1) throw invalid('line_items', 'The total amount must be at least 1.')
  const types = offeredTypes(context.account, {
    currency,
    isManualCapture: textOf(data, 'capture_method') === 'manual',
    allowed: textsIn(body, 'allowed_payment_method_types'),
    excluded: textsIn(body, 'excluded_payment_method_types'),
  })
  const session = newSession(context, body, { total, currency, types })
  const intentBody = {
    ...data,
    amount: String(total),
    currency,
    allowed_payment_method_types: types,
  }
  context.account.checkouts.set(session.id, { session, lines, intentBody })
  const end = { ...context, nowMs: session.expires_at * 1000 }
  context.account.later.push({
    atMs: end.nowMs,
    run: () => {
      if (session.status === 'open') expire(end, session)
    },
  })
  return session
}

function lineOf(item: FormBody[string], at: number): Line {
  const itemPath = `line_items[${at}]`
  if (typeof item !== 'object' || Array.isArray(item)) throw invalid(itemPath, 'Invalid object')
  assertKnownParameters(item, ['price_data', 'quantity'], itemPath)
  const price = bodyIn(item, 'price_data')
  assertKnownParameters(
    price,
    ['currency', 'product_data', 'unit_amount'],
    `${itemPath}[price_data]`,
  )
  const product = bodyIn(price, 'product_data')
  assertKnownParameters(product, ['name', 'description'], `${itemPath}[price_data][product_data]`)
  const [amount, quantity] = [wholeNumber(price, 'unit_amount'), wholeNumber(item, 'quantity')]
  if (amount === undefined || amount < 0) {
    throw invalid(`${itemPath}[price_data][unit_amount]`, 'Invalid non-negative integer')
  }
  if (quantity === undefined || quantity < 1) {
    throw invalid(`${itemPath}[quantity]`, 'This value must be greater than or equal to 1.')
  }
  const currency = requiredText(price, 'currency')
  return { name: requiredText(product, 'name'), quantity, amount, currency }
}

function newSession(
  { account, nowMs, url }: StandInContext,
  body: FormBody,
  { total, currency, types }: { total: number; currency: string; types: string[] },
): Stripe.Checkout.Session {
  const id = newId(account.isLive ? 'cs_live' : 'cs_test')
  const allowed = textsIn(body, 'allowed_payment_method_types')
  const created = Math.floor(nowMs / 1000)
  const expiresAt = wholeNumber(body, 'expires_at') ?? created + MAX_EXPIRY_S
  if (expiresAt < created + MIN_EXPIRY_S || expiresAt > created + MAX_EXPIRY_S) {
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    )
  }
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: allowed.length === 0 ? null : allowed,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: textOf(body, 'cancel_url') ?? null,
    client_reference_id: textOf(body, 'client_reference_id') ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: textOf(body, 'customer_email') ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: account.isLive,
    locale: textOf(body, 'locale') ?? null,
    managed_payments: null,
    metadata: mapOf(body, 'metadata'),
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: types,
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: textOf(body, 'submit_type') ?? null,
    subscription: null,
    success_url: requiredText(body, 'success_url'),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${url}/checkout/${id}`,
    wallet_options: null,
  }
}

export function findCheckout({ checkouts }: StripeAccount, id: string): Checkout {
  const checkout = checkouts.get(id)
  if (!checkout) throw missing('checkout.session', id)
  return checkout
}

export function expireSession(
  context: StandInContext,
  id: string,
  body: FormBody,
): Stripe.Checkout.Session {
  assertKnownParameters(body, [])
  const { session } = findCheckout(context.account, id)
  if (session.status !== 'open') {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    })
  }
  expire(context, session)
  return session
}

function expire(context: StandInContext, session: Stripe.Checkout.Session): void {
  session.status = 'expired'
  session.url = null
  if (typeof session.payment_intent === 'string') {
    endIntent(context, findIntent(context.account, session.payment_intent), 'expired')
  }
  emit(context, 'checkout.session.expired', session)
}

/** Confirms the payment for the payer. Throws if the card is declined; the session then stays open. */
export function paySession(
  context: StandInContext,
  { session, intentBody }: Checkout,
  { method, billing }: { method: string; billing: Billing },
): Stripe.PaymentIntent {
  const paymentMethod = methodOfCard(context, method, { billing })
  if (!session.payment_method_types.includes(paymentMethod.type)) {
    throw invalid('payment_method', `This page does not offer ${paymentMethod.type}.`)
  }
  session.payment_intent ??= createIntent(context, intentBody).id
  const { email, name } = paymentMethod.billing_details
  session.customer_details = {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
  return confirmIntent(context, String(session.payment_intent), {
    payment_method: paymentMethod.id,
    return_url: `${context.url}/checkout/${session.id}/return`,
  })
}

/** Throws if the intent belongs to an open session, because the payer may be paying it at this moment. */
export function assertNotAtCheckout({ checkouts }: StripeAccount, intentId: string): void {
  const isOpen = [...checkouts.values()].some(
    ({ session }) => session.payment_intent === intentId && session.status === 'open',
  )
  if (!isOpen) return
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    message:
      'You cannot perform this action on PaymentIntents created by Checkout. Try expiring the Checkout Session instead.',
  })
}
