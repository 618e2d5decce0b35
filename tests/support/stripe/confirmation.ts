import type Stripe from 'stripe'
import { recordCapture } from './captures.ts'
import { newCharge } from './charges.ts'
import { followIntent } from './checkout-outcome.ts'
import { emit } from './events.ts'
import { assertKnownParameters, type FormBody, textOf } from './form-body.ts'
import { methodRules } from './method-types.ts'
import {
  endIntent,
  findIntent,
  type StandInContext,
  seconds,
  wrongStateRefusal,
} from './payment-intents.ts'
import { assertUnused, findMethod } from './payment-methods.ts'
import { missing, StripeRefusal } from './stripe-refusal.ts'
import { cardOf, type TestCard } from './test-cards.ts'

/** Time until an authorization without a capture ends: seven days. */
const CAPTURE_WITHIN_MS = 7 * 86_400_000
/** Time until the bank of a debited account decides, unless the account names another. */
const DECIDED_AFTER_MS = 60_000
/** Code of a debit whose bank gave no reason. */
const NO_REASON = 'payment_intent_payment_attempt_failed'
/** Stripe cancels the intent after this many confirmations. */
const MAX_CONFIRMS = 10

export const CONFIRM_PARAMETERS = [
  'payment_method',
  'confirmation_token',
  'return_url',
  'use_stripe_sdk',
  'receipt_email',
  'payment_method_options',
]

const confirmCounts = new WeakMap<Stripe.PaymentIntent, number>()

export function confirmIntent(
  context: StandInContext,
  id: string,
  body: FormBody,
): Stripe.PaymentIntent {
  assertKnownParameters(body, CONFIRM_PARAMETERS)
  const intent = findIntent(context.account, id)
  if (!/^requires_(?:payment_method|confirmation|action)$/.test(intent.status)) {
    throw wrongStateRefusal(intent, 'confirm')
  }
  const methodId = textOf(body, 'payment_method') ?? intent.payment_method
  if (typeof methodId !== 'string') {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: "You cannot confirm this PaymentIntent because it's missing a payment method.",
      payment_intent: structuredClone(intent),
    })
  }
  const card = cardOf(context.account, methodId)
  if (!card) throw missing('PaymentMethod', methodId)
  assertFits(intent, card)
  assertUnused(context.account, methodId)
  const tries = (confirmCounts.get(intent) ?? 0) + 1
  confirmCounts.set(intent, tries)
  if (tries > MAX_CONFIRMS) return endIntent(context, intent, 'abandoned')
  if (card.declines) throw decline(context, intent, methodId, card.declines)
  intent.payment_method = methodId
  intent.last_payment_error = null
  intent.receipt_email = textOf(body, 'receipt_email') ?? intent.receipt_email
  if (card.asksHolder) {
    intent.status = 'requires_action'
    intent.next_action = nextAction(context, intent, body)
    emit(context, 'payment_intent.requires_action', intent)
    return intent
  }
  return card.decidedLater ? waitForBank(context, intent, card) : finish(context, intent)
}

function assertFits(
  { payment_method_types: types, capture_method }: Stripe.PaymentIntent,
  { type }: TestCard,
): void {
  const isCapturable = methodRules[type].canCaptureLater || capture_method !== 'manual'
  if (types.includes(type) && isCapturable) return
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_incompatible_payment_method',
    message: `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent.`,
    param: 'payment_method',
  })
}

function nextAction({ url }: StandInContext, { id }: Stripe.PaymentIntent, body: FormBody) {
  if (textOf(body, 'use_stripe_sdk') === 'true') {
    return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
  }
  const returnUrl = textOf(body, 'return_url') ?? null
  return {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${url}/holder/${id}`, return_url: returnUrl },
  }
}

/** Applies the cardholder's answer to the bank. */
export function applyHolderDecision(
  context: StandInContext,
  id: string,
  isConfirmed: boolean,
): Stripe.PaymentIntent {
  const intent = findIntent(context.account, id)
  if (intent.status !== 'requires_action') return intent
  intent.next_action = null
  if (isConfirmed) return finish(context, intent)
  intent.payment_method = null
  intent.status = 'requires_payment_method'
  intent.last_payment_error = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
  }
  emit(context, 'payment_intent.payment_failed', intent)
  return intent
}

function finish(context: StandInContext, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  if (intent.capture_method === 'manual') return authorize(context, intent)
  const charge = newCharge(context, intent, { state: 'captured' })
  intent.latest_charge = charge.id
  return succeed(context, intent, charge)
}

function authorize(context: StandInContext, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const end = { ...context, nowMs: context.nowMs + CAPTURE_WITHIN_MS }
  const captureBefore = seconds(end.nowMs)
  intent.latest_charge = newCharge(context, intent, { state: 'authorized', captureBefore }).id
  intent.status = 'requires_capture'
  intent.amount_capturable = intent.amount
  emit(context, 'payment_intent.amount_capturable_updated', intent)
  context.account.later.push({
    atMs: end.nowMs,
    run: () => {
      if (intent.status === 'requires_capture') endIntent(end, intent, 'automatic')
    },
  })
  followIntent(context, intent)
  return intent
}

function succeed(
  context: StandInContext,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
): Stripe.PaymentIntent {
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  recordCapture(context, intent, charge)
  emit(context, 'charge.succeeded', charge)
  emit(context, 'payment_intent.succeeded', intent)
  followIntent(context, intent)
  return intent
}

/** Debits a bank account. Its bank reports later whether the money was there. */
function waitForBank(
  context: StandInContext,
  intent: Stripe.PaymentIntent,
  { decidedLater, decidedAfterMs = DECIDED_AFTER_MS, failureCode = NO_REASON }: TestCard,
): Stripe.PaymentIntent {
  const charge = newCharge(context, intent, { state: 'pending' })
  intent.latest_charge = charge.id
  intent.status = 'processing'
  emit(context, 'charge.pending', charge)
  emit(context, 'payment_intent.processing', intent)
  followIntent(context, intent)
  const decisionMoment = { ...context, nowMs: context.nowMs + decidedAfterMs }
  context.account.later.push({
    atMs: decisionMoment.nowMs,
    run: () => {
      if (decidedLater === 'fails')
        return bounce(decisionMoment, intent, { charge, code: failureCode })
      Object.assign(charge, { captured: true, paid: true, status: 'succeeded' })
      charge.amount_captured = charge.amount
      succeed(decisionMoment, intent, charge)
    },
  })
  return intent
}

function bounce(
  context: StandInContext,
  intent: Stripe.PaymentIntent,
  { charge, code }: { charge: Stripe.Charge; code: string },
): void {
  const message = 'The payment failed.'
  charge.status = 'failed'
  charge.failure_code = code
  charge.failure_message = message
  intent.payment_method = null
  intent.status = 'requires_payment_method'
  intent.last_payment_error = {
    type: 'card_error',
    code,
    message,
    charge: charge.id,
    payment_method: findMethod(context, String(charge.payment_method)),
  }
  emit(context, 'charge.failed', charge)
  emit(context, 'payment_intent.payment_failed', intent)
  followIntent(context, intent)
}

function decline(
  context: StandInContext,
  intent: Stripe.PaymentIntent,
  methodId: string,
  { code, declineCode, message }: NonNullable<TestCard['declines']>,
): StripeRefusal {
  const charge = newCharge(context, intent, {
    state: 'failed',
    failure: { code, declineCode, message },
    methodId,
  })
  intent.latest_charge = charge.id
  intent.payment_method = null
  intent.status = 'requires_payment_method'
  intent.next_action = null
  const error = {
    type: 'card_error' as const,
    code,
    ...(declineCode !== undefined && { decline_code: declineCode }),
    message,
  }
  intent.last_payment_error = { ...error, charge: charge.id }
  emit(context, 'charge.failed', charge)
  emit(context, 'payment_intent.payment_failed', intent)
  return new StripeRefusal(402, { ...error, payment_intent: structuredClone(intent) })
}
