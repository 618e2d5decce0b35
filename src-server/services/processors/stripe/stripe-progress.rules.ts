import type { Stripe } from 'stripe'
import type {
  CardDecline,
  PaymentAtProcessor,
  Progress,
  RefundProgress,
} from '#server/core/ports/processor.ts'
import { Currency } from '#server/shared/money/money.ts'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'
import { usedMethodOfCharge } from './methods/used-method.rules.ts'
import { minorOfStripe } from './stripe-amount.rules.ts'
import { codeOf, declineOf, refundFailureOf } from './stripe-declines.rules.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Intervals of status requests: while the payer is probably paying, and later. Stripe's events report most outcomes
 * sooner.
 */
const SOON_MS = 20_000
const SELDOM_MS = 5 * MINUTE_MS
const BUSY_FOR_MS = 15 * MINUTE_MS

/** Time limit of a capture when Stripe states none. */
const CAPTURE_WITHIN_MS = 7 * DAY_MS
/**
 * Interval of status requests about a payment that continues without its payer: an authorized one, which may be
 * captured or released in Stripe's own dashboard, and one about which a bank decides for days.
 */
const HOURLY_MS = 60 * MINUTE_MS

type ProgressContext = {
  payment: Pick<PaymentAtProcessor, 'createdAtMs' | 'isCapturedByHand'>
  nowMs: number
}

/** Returns when to query Stripe about a payment again, in epoch milliseconds. */
export const computeNextCheckMs = ({ payment: { createdAtMs }, nowMs }: ProgressContext): number =>
  nowMs + (nowMs - createdAtMs < BUSY_FOR_MS ? SOON_MS : SELDOM_MS)

/** Progress of an intent that waits for a card. `isDeclined`: the last card was declined. */
export type OpenProgress = { stage: 'open'; isDeclined: boolean }

/** Returns a payment's progress from its intent at Stripe, with the method of its last charge. */
export function progressOf(
  intent: Stripe.PaymentIntent,
  context: ProgressContext,
): Progress | OpenProgress {
  const progress = stageProgressOf(intent, context)
  return progress.stage === 'open' ? progress : { ...progress, ...methodIn(intent) }
}

/** Returns the method of an intent's last charge, as a part of its progress; nothing when Stripe names none. */
export function methodIn(intent: Stripe.PaymentIntent): Pick<Progress, 'method'> {
  const method = usedMethodOfCharge(chargeOf(intent))
  return method ? { method } : {}
}

function stageProgressOf(
  intent: Stripe.PaymentIntent,
  context: ProgressContext,
): Progress | OpenProgress {
  const pollAtMs = computeNextCheckMs(context)
  switch (intent.status) {
    case 'succeeded':
      return succeededProgress(intent, context)
    case 'requires_capture':
      return authorizedProgress(intent, context.nowMs)
    case 'processing':
      return processingProgress(context)
    case 'requires_action':
      return { stage: 'requires_action', pollAtMs }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return { stage: 'open', isDeclined: intent.last_payment_error !== null }
    case 'canceled':
      return cancelledProgress(intent, context)
    default:
      // Stripe may add more statuses.
      return { stage: 'unknown', pollAtMs }
  }
}

/** Returns the progress of an intent about which a bank decides, such as a direct debit. It may take days. */
const processingProgress = (context: ProgressContext): Progress => {
  const { payment, nowMs } = context
  const isLong = nowMs - payment.createdAtMs >= BUSY_FOR_MS
  return { stage: 'processing', pollAtMs: isLong ? nowMs + HOURLY_MS : computeNextCheckMs(context) }
}

/**
 * Returns the progress of a paid intent. Another server with Stripe’s protocol may omit the received amount. The amount
 * of a manual capture is then unknown.
 */
function succeededProgress(intent: Stripe.PaymentIntent, context: ProgressContext): Progress {
  const { amount_received: received, amount, currency } = intent
  if (!received && context.payment.isCapturedByHand) {
    return { stage: 'unknown', pollAtMs: computeNextCheckMs(context) }
  }
  return {
    stage: 'succeeded',
    amount: minorOfStripe(received || amount, Currency.parse(currency.toUpperCase())),
  }
}

/** Returns an intent's last charge; undefined when there is none, or when it was not requested with the intent. */
export const chargeOf = ({
  latest_charge: charge,
}: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  typeof charge === 'object' && charge !== null ? charge : undefined

function authorizedProgress(intent: Stripe.PaymentIntent, nowMs: number): Progress {
  const charge = chargeOf(intent)
  const until = charge?.payment_method_details?.card?.capture_before
  const captureBeforeMs = until
    ? until * 1000
    : (charge?.created ?? intent.created) * 1000 + CAPTURE_WITHIN_MS
  const pollAtMs = Math.min(nowMs + HOURLY_MS, Math.max(captureBeforeMs, nowMs) + MINUTE_MS)
  return { stage: 'authorized', captureBeforeMs, pollAtMs }
}

/**
 * Returns the outcome of a cancelled intent. It depends on who cancelled the intent: Incasso for a person, Incasso
 * because the payer had gone, or Stripe.
 */
function cancelledProgress(intent: Stripe.PaymentIntent, { payment }: ProgressContext): Progress {
  const { cancellation_reason: cancelledBy, last_payment_error: error } = intent
  if (cancelledBy === 'requested_by_customer') return { stage: 'cancelled', reason: 'cancelled' }
  const charge = chargeOf(intent)
  if (error) return { stage: 'failed', reason: reasonOfError(error) }
  if (charge?.failure_code) return { stage: 'failed', reason: reasonOfCharge(charge) }
  if (cancelledBy === 'automatic' && payment.isCapturedByHand) {
    return { stage: 'failed', reason: 'authorization_expired' }
  }
  if (cancelledBy === 'automatic' || cancelledBy === 'expired' || cancelledBy === 'abandoned') {
    return { stage: 'failed', reason: 'expired' }
  }
  return { stage: 'cancelled', reason: 'cancelled' }
}

/** Returns the codes of a failed charge; undefined when it did not fail. */
export const failureOf = (charge: Stripe.Charge | undefined) =>
  charge?.failure_code
    ? { code: charge.failure_code, decline_code: charge.outcome?.reason ?? null }
    : undefined

/** Returns our code for the reason of a failed charge. */
export const reasonOfCharge = (charge: Stripe.Charge): DeclineCode =>
  declineOf(failureOf(charge) ?? {}, charge.payment_method_details?.type)

/** Returns our code for the last error of an intent. */
export const reasonOfError = (
  error: Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'payment_method'>,
): DeclineCode => declineOf(error, error.payment_method?.type)

/** Returns the declined charges of a payment, the first one first. */
export const declinesOf = (charges: readonly Stripe.Charge[]): CardDecline[] =>
  charges
    .filter(({ status }) => status === 'failed')
    .toSorted((one, other) => one.created - other.created)
    .map((charge) => {
      const failure = failureOf(charge) ?? {}
      return {
        ref: charge.id,
        atMs: charge.created * 1000,
        reason: reasonOfCharge(charge),
        code: codeOf(failure),
      }
    })

/** Returns the progress of a payment on Stripe's own page. The intent exists once the payer has tried to pay. */
export function progressOfSession(
  session: Stripe.Checkout.Session,
  context: ProgressContext,
): Progress {
  const { status, payment_intent } = session
  const intent = typeof payment_intent === 'object' ? payment_intent : null
  const intentProgress = intent ? progressOf(intent, context) : undefined
  const isOpen = !intentProgress || intentProgress.stage === 'open'
  if (!isOpen && intentProgress.stage !== 'requires_action') return intentProgress
  if (intent && status === 'complete') {
    // The payer completed the page, and a payment method that takes days has failed since: no further attempt follows.
    if (isOpen) return { stage: 'failed', reason: completedReasonOf(intent), ...methodIn(intent) }
    // The page has nothing more for the payer, who pays elsewhere, such as with a voucher.
    return processingProgress(context)
  }
  // A page may expire while the bank authenticates the payer: then the intent decides.
  if (status === 'expired' && isOpen) return { stage: 'failed', reason: 'expired' }
  return { stage: 'awaiting_payer', pollAtMs: computeNextCheckMs(context) }
}

function completedReasonOf(intent: Stripe.PaymentIntent): DeclineCode {
  const { last_payment_error: error } = intent
  const charge = chargeOf(intent)
  if (error?.payment_method || !charge) return reasonOfError(error ?? {})
  return declineOf(error ?? failureOf(charge) ?? {}, charge.payment_method_details?.type)
}

/** Returns a refund's progress from its status at Stripe. */
export function progressOfRefund(refund: Stripe.Refund, nowMs: number): RefundProgress {
  switch (refund.status) {
    case 'succeeded':
      return { status: 'success' }
    case 'failed':
      return { status: 'failed', reason: refundFailureOf(refund) }
    case 'canceled':
      return { status: 'failed', reason: 'refused' }
    default: {
      const pollAtMs = nowMs + (nowMs - refund.created * 1000 < BUSY_FOR_MS ? SOON_MS : HOURLY_MS)
      return { status: 'pending', pollAtMs }
    }
  }
}
