import type Stripe from 'stripe'
import { newId, type StripeAccount } from './account.ts'
import { recordCapture } from './captures.ts'
import { followIntent } from './checkout-outcome.ts'
import { emit } from './events.ts'
import {
  assertKnownParameters,
  choiceIn,
  type FormBody,
  invalid,
  mapOf,
  requiredText,
  textOf,
  textsIn,
  wholeNumber,
} from './form-body.ts'
import { offeredTypes } from './method-types.ts'
import { releaseUncaptured } from './release.ts'
import { missing, StripeRefusal } from './stripe-refusal.ts'

/** The account that a call changes, the stand-in's current time, and its URL. */
export type StandInContext = { account: StripeAccount; nowMs: number; url: string }

export const seconds = (ms: number) => Math.floor(ms / 1000)

export function findIntent(account: StripeAccount, id: string): Stripe.PaymentIntent {
  const intent = account.intents.get(id)
  if (!intent) throw missing('payment_intent', id)
  return intent
}

const CREATE_PARAMETERS = [
  'amount',
  'currency',
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'description',
  'excluded_payment_method_types',
  'metadata',
  'payment_method',
  'payment_method_options',
  'receipt_email',
  'return_url',
  'statement_descriptor_suffix',
  'use_stripe_sdk',
]

export function createIntent(context: StandInContext, body: FormBody): Stripe.PaymentIntent {
  assertKnownParameters(body, CREATE_PARAMETERS)
  const { account, nowMs } = context
  const amount = wholeNumber(body, 'amount')
  if (amount === undefined) requiredText(body, 'amount')
  if (amount === undefined || amount < 1) {
    throw invalid(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  }
  // Stripe's limit is eight digits in every currency.
  if (amount > 99_999_999) {
    throw invalid('amount', 'Amount must be no more than 999,999.99', 'amount_too_large')
  }
  const currency = requiredText(body, 'currency')
  if (!/^[a-z]{3}$/.test(currency)) throw invalid('currency', `Invalid currency: ${currency}`)
  const captureMethod = choiceIn(body, 'capture_method', ['automatic_async', 'automatic', 'manual'])
  const allowed = textsIn(body, 'allowed_payment_method_types')
  const excluded = textsIn(body, 'excluded_payment_method_types')
  const types = offeredTypes(account, {
    currency,
    isManualCapture: captureMethod === 'manual',
    allowed: allowed.length === 0 ? ['card'] : allowed,
    excluded,
  })
  const id = newId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed.length === 0 ? null : allowed,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: captureMethod,
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: seconds(nowMs),
    currency,
    customer: null,
    customer_account: null,
    description: textOf(body, 'description') ?? null,
    excluded_payment_method_types: excluded.length === 0 ? null : excluded,
    last_payment_error: null,
    latest_charge: null,
    livemode: account.isLive,
    managed_payments: null,
    metadata: mapOf(body, 'metadata'),
    next_action: null,
    on_behalf_of: null,
    payment_method: textOf(body, 'payment_method') ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: textOf(body, 'receipt_email') ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: textOf(body, 'statement_descriptor_suffix') ?? null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  if (intent.payment_method) intent.status = 'requires_confirmation'
  account.intents.set(id, intent)
  emit(context, 'payment_intent.created', intent)
  return intent
}

/** Changes the amount of an intent that no payer is paying. */
export function changeIntent(
  context: StandInContext,
  id: string,
  body: FormBody,
): Stripe.PaymentIntent {
  assertKnownParameters(body, ['amount'])
  const intent = findIntent(context.account, id)
  if (!/^requires_(?:payment_method|confirmation)$/.test(intent.status)) {
    throw wrongStateRefusal(intent, 'update')
  }
  const amount = wholeNumber(body, 'amount') ?? intent.amount
  if (amount < 1) throw invalid('amount', 'The amount must be at least 1.')
  intent.amount = amount
  return intent
}

export function captureIntent(
  context: StandInContext,
  id: string,
  body: FormBody,
): Stripe.PaymentIntent {
  assertKnownParameters(body, ['amount_to_capture', 'metadata'])
  const { account } = context
  const intent = findIntent(account, id)
  if (intent.status !== 'requires_capture') throw wrongStateRefusal(intent, 'capture')
  const amount = wholeNumber(body, 'amount_to_capture') ?? intent.amount_capturable
  if (amount < 1 || amount > intent.amount_capturable) {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'amount_too_large',
      message: 'The requested amount_to_capture is not within what can be captured.',
      param: 'amount_to_capture',
      payment_intent: intent,
    })
  }
  const charge = account.charges.get(String(intent.latest_charge))
  if (!charge) throw new Error(`${id} has no charge`)
  Object.assign(intent.metadata, mapOf(body, 'metadata'))
  charge.captured = true
  charge.amount_captured = amount
  intent.amount_capturable = 0
  intent.amount_received = amount
  intent.status = 'succeeded'
  recordCapture(context, intent, charge)
  emit(context, 'charge.captured', charge)
  releaseUncaptured(context, charge)
  emit(context, 'payment_intent.succeeded', intent)
  followIntent(context, intent)
  return intent
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']

export function cancelIntent(
  context: StandInContext,
  id: string,
  body: FormBody,
): Stripe.PaymentIntent {
  assertKnownParameters(body, ['cancellation_reason'])
  const intent = findIntent(context.account, id)
  if (/^(?:succeeded|canceled|processing)$/.test(intent.status))
    throw wrongStateRefusal(intent, 'cancel')
  const reason = textOf(body, 'cancellation_reason')
  if (reason !== undefined && !REASONS.includes(reason)) {
    throw invalid('cancellation_reason', `Invalid cancellation_reason: ${reason}`)
  }
  return endIntent(context, intent, reason ?? null)
}

/** Cancels an intent that holds no money, for a reason of the merchant or of Stripe. */
export function endIntent(
  context: StandInContext,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  intent.status = 'canceled'
  intent.canceled_at = seconds(context.nowMs)
  intent.cancellation_reason = reason
  intent.amount_capturable = 0
  intent.next_action = null
  emit(context, 'payment_intent.canceled', intent)
  return intent
}

export const wrongStateRefusal = (intent: Stripe.PaymentIntent, what: string) =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: structuredClone(intent),
  })

/** Supports `metadata['incasso']:'txn_1'`, the only kind of query that the server sends. */
export function searchIntents(account: StripeAccount, query: string): Stripe.PaymentIntent[] {
  const [, key = '', value = ''] = /^metadata\['([^']+)'\]:'([^']*)'$/.exec(query) ?? []
  if (key === '') throw invalid('query', `Invalid search query: ${query}`)
  return [...account.intents.values()]
    .filter(({ metadata }) => metadata[key] === value)
    .toReversed()
}

/** Returns the fields that a page may see with its publishable key and the intent's secret. */
export function payerFieldsOf(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return {
    id: intent.id,
    object: intent.object,
    amount: intent.amount,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.last_payment_error,
    livemode: intent.livemode,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_types: intent.payment_method_types,
    processing: intent.processing,
    receipt_email: intent.receipt_email,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    source: intent.source,
    status: intent.status,
  }
}
