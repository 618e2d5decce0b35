import type { Stripe } from 'stripe'
import type {
  Declined,
  PaymentAtProcessor,
  Progress,
  RefundProgress,
} from '#server/core/ports/processor.ts'
import { Currency } from '#server/shared/money/money.ts'
import { minorOfStripe } from './stripe-amount.rules.ts'
import { codeOf, declineOf, refundFailureOf } from './stripe-declines.rules.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** While somebody is probably paying, and later. Stripe's events bring most outcomes sooner. */
const SOON_MS = 20_000
const SELDOM_MS = 5 * MINUTE_MS
const BUSY_FOR_MS = 15 * MINUTE_MS

/** Where Stripe does not say by when an authorised payment has to be captured. */
const CAPTURE_WITHIN_MS = 7 * DAY_MS
/** An authorised payment is looked at now and then: it may be captured or released in Stripe's own dashboard. */
const AUTHORIZED_EVERY_MS = 60 * MINUTE_MS

type Moment = {
  payment: Pick<PaymentAtProcessor, 'createdAtMs' | 'isCapturedByHand'>
  nowMs: number
}

export const askAgainMs = ({ payment: { createdAtMs }, nowMs }: Moment): number =>
  nowMs + (nowMs - createdAtMs < BUSY_FOR_MS ? SOON_MS : SELDOM_MS)

/** An intent that waits for a card, and what became of the last one. */
export type Open = { stage: 'open'; isDeclined: boolean }

/** How far a payment has come by what Stripe says of its intent. */
export function progressOf(intent: Stripe.PaymentIntent, moment: Moment): Progress | Open {
  const askAtMs = askAgainMs(moment)
  switch (intent.status) {
    case 'succeeded':
      return succeeded(intent, moment)
    case 'requires_capture':
      return authorized(intent, moment.nowMs)
    case 'processing':
      return { stage: 'processing', askAtMs }
    case 'requires_action':
      return { stage: 'requires_action', askAtMs }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return { stage: 'open', isDeclined: intent.last_payment_error !== null }
    case 'canceled':
      return ended(intent, moment)
    default:
      // Stripe may come to have more of them.
      return { stage: 'unknown', askAtMs }
  }
}

/**
 * Another server that speaks Stripe’s protocol may leave out what was received. Of a payment that was captured by hand
 * nobody knows then how much it was.
 */
function succeeded(intent: Stripe.PaymentIntent, moment: Moment): Progress {
  const { amount_received: received, amount, currency } = intent
  if (!received && moment.payment.isCapturedByHand) {
    return { stage: 'unknown', askAtMs: askAgainMs(moment) }
  }
  return {
    stage: 'succeeded',
    amount: minorOfStripe(received || amount, Currency.parse(currency.toUpperCase())),
  }
}

export const chargeOf = ({
  latest_charge: charge,
}: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  typeof charge === 'object' && charge !== null ? charge : undefined

function authorized(intent: Stripe.PaymentIntent, nowMs: number): Progress {
  const charge = chargeOf(intent)
  const until = charge?.payment_method_details?.card?.capture_before
  const captureBeforeMs = until
    ? until * 1000
    : (charge?.created ?? intent.created) * 1000 + CAPTURE_WITHIN_MS
  const askAtMs = Math.min(
    nowMs + AUTHORIZED_EVERY_MS,
    Math.max(captureBeforeMs, nowMs) + MINUTE_MS,
  )
  return { stage: 'authorized', captureBeforeMs, askAtMs }
}

/** By whom an intent was ended: us for a person, us because nothing came of it, or Stripe. */
function ended(intent: Stripe.PaymentIntent, { payment }: Moment): Progress {
  const { cancellation_reason: by, last_payment_error: error } = intent
  if (by === 'requested_by_customer') return { stage: 'cancelled', reason: 'cancelled' }
  const failed = error ?? failureOf(chargeOf(intent))
  if (failed) return { stage: 'failed', reason: declineOf(failed) }
  if (by === 'automatic' && payment.isCapturedByHand) {
    return { stage: 'failed', reason: 'authorization_expired' }
  }
  if (by === 'automatic' || by === 'expired' || by === 'abandoned') {
    return { stage: 'failed', reason: 'expired' }
  }
  return { stage: 'cancelled', reason: 'cancelled' }
}

export const failureOf = (charge: Stripe.Charge | undefined) =>
  charge?.failure_code
    ? { code: charge.failure_code, decline_code: charge.outcome?.reason ?? null }
    : undefined

/** Every card that was tried in vain, the first first. */
export const declinesOf = (charges: readonly Stripe.Charge[]): Declined[] =>
  charges
    .filter(({ status }) => status === 'failed')
    .toSorted((one, other) => one.created - other.created)
    .map((charge) => {
      const failure = failureOf(charge) ?? {}
      return {
        ref: charge.id,
        atMs: charge.created * 1000,
        reason: declineOf(failure),
        code: codeOf(failure),
      }
    })

/** How far a payment on Stripe's own page has come. The intent is there once the payer has tried. */
export function progressOfSession(session: Stripe.Checkout.Session, moment: Moment): Progress {
  const { status, payment_intent: intent } = session
  const known =
    typeof intent === 'object' && intent !== null ? progressOf(intent, moment) : undefined
  const isOpen = !known || known.stage === 'open'
  if (!isOpen && known.stage !== 'requires_action') return known
  // The payer did their part; a method that takes days has failed since, and nobody goes on with the page.
  if (status === 'complete' && known?.stage === 'open' && known.isDeclined) {
    return { stage: 'failed', reason: declineOf(errorOf(intent)) }
  }
  // What expires beside a payer who is being asked by their bank is decided by the intent.
  if (status === 'expired' && isOpen) return { stage: 'failed', reason: 'expired' }
  return { stage: 'awaiting_payer', askAtMs: askAgainMs(moment) }
}

const errorOf = (intent: Stripe.Checkout.Session['payment_intent']) =>
  (typeof intent === 'object' && intent?.last_payment_error) || {}

export function progressOfRefund(refund: Stripe.Refund, nowMs: number): RefundProgress {
  switch (refund.status) {
    case 'succeeded':
      return { status: 'success' }
    case 'failed':
      return { status: 'failed', reason: refundFailureOf(refund) }
    case 'canceled':
      return { status: 'failed', reason: 'refused' }
    default: {
      const askAtMs =
        nowMs + (nowMs - refund.created * 1000 < BUSY_FOR_MS ? SOON_MS : AUTHORIZED_EVERY_MS)
      return { status: 'pending', askAtMs }
    }
  }
}
