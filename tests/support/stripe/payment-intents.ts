import type Stripe from 'stripe'
import { move, newId, type StripeAccount } from './account.ts'
import { newCharge } from './charges.ts'
import { emit } from './events.ts'
import {
  type FormBody,
  invalid,
  mapOf,
  onlyKnown,
  requiredText,
  textOf,
  wholeNumber,
} from './form-body.ts'
import { missing, StripeRefusal } from './stripe-refusal.ts'
import { testCards } from './test-cards.ts'

/** An authorisation that nobody captures ends after seven days. */
const CAPTURE_WITHIN_S = 7 * 86_400
/** So many tries, and Stripe cancels the intent. */
const MOST_CONFIRMS = 10

export type Moment = { account: StripeAccount; nowMs: number; url: string }

const seconds = (ms: number) => Math.floor(ms / 1000)

export function findIntent(account: StripeAccount, id: string): Stripe.PaymentIntent {
  const intent = account.intents.get(id)
  if (!intent) throw missing('payment_intent', id)
  return intent
}

const CREATED_WITH = [
  'amount',
  'currency',
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'description',
  'metadata',
  'payment_method',
  'payment_method_options',
  'receipt_email',
  'return_url',
  'statement_descriptor_suffix',
  'use_stripe_sdk',
]

export function createIntent(moment: Moment, body: FormBody): Stripe.PaymentIntent {
  onlyKnown(body, CREATED_WITH)
  const { account, nowMs } = moment
  const amount = wholeNumber(body, 'amount')
  if (amount === undefined) requiredText(body, 'amount')
  if (amount === undefined || amount < 1) {
    throw invalid(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  }
  const currency = requiredText(body, 'currency')
  if (!/^[a-z]{3}$/.test(currency)) throw invalid('currency', `Invalid currency: ${currency}`)
  const captureMethod = textOf(body, 'capture_method') ?? 'automatic_async'
  const id = newId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
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
    excluded_payment_method_types: null,
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
    payment_method_types: ['card'],
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
  emit(moment, 'payment_intent.created', intent)
  return textOf(body, 'confirm') === 'true' ? confirmIntent(moment, id, {}) : intent
}

const CONFIRMED_WITH = [
  'payment_method',
  'confirmation_token',
  'return_url',
  'use_stripe_sdk',
  'receipt_email',
  'payment_method_options',
]

/** How often each intent was confirmed, by its id. */
const confirms = new WeakMap<Stripe.PaymentIntent, number>()

export function confirmIntent(moment: Moment, id: string, body: FormBody): Stripe.PaymentIntent {
  onlyKnown(body, CONFIRMED_WITH)
  const intent = findIntent(moment.account, id)
  if (!/^requires_(?:payment_method|confirmation|action)$/.test(intent.status)) {
    throw wrongState(intent, 'confirm')
  }
  const methodId = textOf(body, 'payment_method') ?? intent.payment_method
  if (typeof methodId !== 'string') {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: "You cannot confirm this PaymentIntent because it's missing a payment method.",
      payment_intent: intent,
    })
  }
  const card = testCards[methodId]
  if (!card) throw missing('PaymentMethod', methodId)
  const tries = (confirms.get(intent) ?? 0) + 1
  confirms.set(intent, tries)
  if (tries > MOST_CONFIRMS) {
    return cancelIntent(moment, id, { cancellation_reason: 'abandoned' })
  }
  if (card.declines) throw decline(moment, intent, methodId)
  intent.payment_method = methodId
  intent.last_payment_error = null
  if (card.asksHolder) {
    intent.status = 'requires_action'
    intent.next_action = nextAction(moment, intent, body)
    emit(moment, 'payment_intent.requires_action', intent)
    return intent
  }
  return finish(moment, intent)
}

function nextAction({ url }: Moment, { id }: Stripe.PaymentIntent, body: FormBody) {
  if (textOf(body, 'use_stripe_sdk') === 'true') {
    return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
  }
  const returnUrl = textOf(body, 'return_url') ?? null
  return {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${url}/holder/${id}`, return_url: returnUrl },
  }
}

/** The holder of the card has answered the bank. */
export function answerOfHolder(moment: Moment, id: string, isYes: boolean): Stripe.PaymentIntent {
  const intent = findIntent(moment.account, id)
  if (intent.status !== 'requires_action') return intent
  intent.next_action = null
  if (isYes) return finish(moment, intent)
  intent.payment_method = null
  intent.status = 'requires_payment_method'
  intent.last_payment_error = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
  }
  emit(moment, 'payment_intent.payment_failed', intent)
  return intent
}

function finish(moment: Moment, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const { account, nowMs } = moment
  const isManual = intent.capture_method === 'manual'
  const charge = newCharge(moment, intent, {
    isCaptured: !isManual,
    ...(isManual && { captureBefore: seconds(nowMs) + CAPTURE_WITHIN_S }),
  })
  intent.latest_charge = charge.id
  intent.next_action = null
  if (isManual) {
    intent.status = 'requires_capture'
    intent.amount_capturable = intent.amount
    emit(moment, 'payment_intent.amount_capturable_updated', intent)
    account.later.push({
      atMs: nowMs + CAPTURE_WITHIN_S * 1000,
      run: () => {
        if (intent.status !== 'requires_capture') return
        const atMs = nowMs + CAPTURE_WITHIN_S * 1000
        cancelIntent({ ...moment, nowMs: atMs }, intent.id, { cancellation_reason: 'automatic' })
      },
    })
    return intent
  }
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  move(account, intent.id, { captured: intent.amount })
  emit(moment, 'charge.succeeded', charge)
  emit(moment, 'payment_intent.succeeded', intent)
  return intent
}

function decline(moment: Moment, intent: Stripe.PaymentIntent, methodId: string): StripeRefusal {
  const { declines } = testCards[methodId] ?? {}
  if (!declines) throw new Error(`${methodId} declines nothing`)
  const { code, declineCode, message } = declines
  const charge = newCharge(moment, intent, { failure: { code, message }, methodId })
  intent.latest_charge = charge.id
  intent.payment_method = null
  intent.status = 'requires_payment_method'
  const error = {
    type: 'card_error' as const,
    code,
    ...(declineCode !== undefined && { decline_code: declineCode }),
    message,
  }
  intent.last_payment_error = { ...error, charge: charge.id }
  emit(moment, 'charge.failed', charge)
  emit(moment, 'payment_intent.payment_failed', intent)
  return new StripeRefusal(402, { ...error, payment_intent: structuredClone(intent) })
}

export function captureIntent(moment: Moment, id: string, body: FormBody): Stripe.PaymentIntent {
  onlyKnown(body, ['amount_to_capture', 'metadata'])
  const { account } = moment
  const intent = findIntent(account, id)
  if (intent.status !== 'requires_capture') throw wrongState(intent, 'capture')
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
  charge.captured = true
  charge.amount_captured = amount
  intent.amount_capturable = 0
  intent.amount_received = amount
  intent.status = 'succeeded'
  move(account, id, { captured: amount })
  emit(moment, 'charge.captured', charge)
  emit(moment, 'payment_intent.succeeded', intent)
  return intent
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned', 'automatic']

export function cancelIntent(moment: Moment, id: string, body: FormBody): Stripe.PaymentIntent {
  onlyKnown(body, ['cancellation_reason'])
  const intent = findIntent(moment.account, id)
  if (/^(?:succeeded|canceled|processing)$/.test(intent.status)) throw wrongState(intent, 'cancel')
  const reason = textOf(body, 'cancellation_reason')
  if (reason !== undefined && !REASONS.includes(reason)) {
    throw invalid('cancellation_reason', `Invalid cancellation_reason: ${reason}`)
  }
  intent.status = 'canceled'
  intent.canceled_at = seconds(moment.nowMs)
  intent.cancellation_reason = reason ?? null
  intent.amount_capturable = 0
  intent.next_action = null
  emit(moment, 'payment_intent.canceled', intent)
  return intent
}

const wrongState = (intent: Stripe.PaymentIntent, what: string) =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: structuredClone(intent),
  })

/** `metadata['incasso']:'txn_1'`, the one kind of question that is asked. */
export function searchIntents(account: StripeAccount, query: string): Stripe.PaymentIntent[] {
  const [, key = '', value = ''] = /^metadata\['([^']+)'\]:'([^']*)'$/.exec(query) ?? []
  if (key === '') throw invalid('query', `Invalid search query: ${query}`)
  return [...account.intents.values()]
    .filter(({ metadata }) => metadata[key] === value)
    .toReversed()
}
