import type { PaymentAtProcessor, Progress, RefundProgress } from '#server/core/ports/processor.ts'
import type { Minor } from '#server/shared/money/money.ts'
import { methodOfType } from '#server/shared/money/used-method.ts'
import type { PendingReason } from '#server/shared/reasons/pending-reasons.ts'
import { minorOfPayPal } from './paypal-amount.rules.ts'
import { refText } from './paypal-refs.rules.ts'
import type { Authorization, Capture, Order, PayPalRefund } from './paypal-resources.schema.ts'
import type { PayPalState } from './paypal-state.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Intervals of status requests: while the payer is probably paying, and later. Events report most outcomes sooner. */
const SOON_MS = 20_000
const SELDOM_MS = 5 * MINUTE_MS
const BUSY_FOR_MS = 15 * MINUTE_MS
/** Interval for an authorized payment, and for money that PayPal or a bank holds for days. */
const HOURLY_MS = 60 * MINUTE_MS

/** Time for which PayPal lets a payer approve an order. */
export const APPROVAL_WINDOW_MS = 3 * 60 * MINUTE_MS
/** Time for which PayPal lets an authorization be captured, when its response names no limit. */
const CAPTURE_WINDOW_MS = 29 * DAY_MS

/** Values that the progress depends on besides PayPal's state. */
export type ProgressContext = {
  payment: Pick<PaymentAtProcessor, 'createdAtMs' | 'currency' | 'isCapturedByHand'>
  nowMs: number
}

/** Progress of a payment that waits for its payer, or that the payer has approved and whose money is to be taken. */
export type OpenProgress = { stage: 'open'; order: Order; isApproved: boolean }

/** Returns when to query PayPal about a payment again, in epoch milliseconds. */
export const computeNextCheckMs = ({ payment: { createdAtMs }, nowMs }: ProgressContext): number =>
  nowMs + (nowMs - createdAtMs < BUSY_FOR_MS ? SOON_MS : SELDOM_MS)

/** Returns the intent with which the payment's order was created. Incasso cancels an order by replacing its intent. */
export const intentOf = ({
  isCapturedByHand,
}: Pick<PaymentAtProcessor, 'isCapturedByHand'>): 'AUTHORIZE' | 'CAPTURE' =>
  isCapturedByHand ? 'AUTHORIZE' : 'CAPTURE'

/** Returns a payment's progress from its order, authorizations and captures. */
export function progressOf(state: PayPalState, context: ProgressContext): Progress | OpenProgress {
  const paidProgress =
    progressOfCaptures(state, context) ??
    progressOfAuthorizations(state.authorizations, context.nowMs)
  return paidProgress
    ? { ...paidProgress, method: methodOfType('paypal') }
    : progressOfOrder(state.order, context)
}

const receivedStatuses: ReadonlySet<string> = new Set([
  'COMPLETED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
])
const declinedStatuses: ReadonlySet<string> = new Set(['DECLINED', 'FAILED'])

const receivedCaptures = (captures: readonly Capture[]): readonly Capture[] =>
  captures.filter(({ status }) => receivedStatuses.has(status))

/** Returns the captured amount in hundredths: the sum of all parts. */
export const receivedAmount = (captures: readonly Capture[], currency: string): Minor =>
  receivedCaptures(captures).reduce((sum, { amount }) => sum + minorOfPayPal(amount, currency), 0)

/** Returns the authorization of which further parts can be captured; undefined when PayPal released the remainder. */
function openRemainder(
  { captures, authorizations }: PayPalState,
  nowMs: number,
): Authorization | undefined {
  const held = heldAuthorization(authorizations)
  const isOver = receivedCaptures(captures).some(({ final_capture: isLast }) => isLast)
  return held && !isOver && nowMs < expiryOf(held, nowMs) ? held : undefined
}

/**
 * Returns undefined when nothing was captured yet. A part that was captured at PayPal's own site does not end the
 * payment while PayPal accepts further parts: its amount is final once all parts are known.
 */
function progressOfCaptures(
  state: PayPalState,
  { payment: { currency }, nowMs }: ProgressContext,
): Progress | undefined {
  const { captures } = state
  const [first] = receivedCaptures(captures)
  if (first) {
    const held = openRemainder(state, nowMs)
    if (held) return authorizedProgress(held, nowMs)
    const amount = receivedAmount(captures, currency)
    return { stage: 'succeeded', amount, ref: refText({ kind: 'capture', id: first.id }) }
  }
  const waiting = captures.find(({ status }) => !declinedStatuses.has(status))
  if (waiting) {
    const ref = refText({ kind: 'capture', id: waiting.id })
    const pendingReason = pendingReasonOf(waiting)
    return { stage: 'processing', pollAtMs: nowMs + SELDOM_MS, ref, pendingReason }
  }
  return captures.length > 0 ? { stage: 'failed', reason: 'payer_declined' } : undefined
}

/** Our reasons by PayPal's reasons, as PayPal's API reference lists them; PayPal may add further reasons. */
const pendingReasons: Readonly<Record<string, PendingReason>> = {
  ECHECK: 'bank',
  PENDING_REVIEW: 'review',
  TRANSACTION_APPROVED_AWAITING_FUNDING: 'payer_sends',
  UNILATERAL: 'confirm_email',
  VERIFICATION_REQUIRED: 'verify_account',
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION: 'accept_payment',
  INTERNATIONAL_WITHDRAWAL: 'accept_payment',
}

const pendingReasonOf = ({
  status_details: details,
}: Pick<Capture, 'status_details'>): PendingReason =>
  pendingReasons[details?.reason ?? ''] ?? 'other'

const heldStatuses: ReadonlySet<string> = new Set(['CREATED', 'PARTIALLY_CAPTURED'])

function progressOfAuthorizations(
  authorizations: readonly Authorization[],
  nowMs: number,
): Progress | undefined {
  const held = heldAuthorization(authorizations)
  if (held) return authorizedProgress(held, nowMs)
  const waiting = authorizations.find(({ status }) => status === 'PENDING')
  if (waiting) {
    const ref = refText({ kind: 'authorization', id: waiting.id })
    const pendingReason = pendingReasonOf(waiting)
    return { stage: 'processing', pollAtMs: nowMs + SELDOM_MS, ref, pendingReason }
  }
  const last = authorizations.at(-1)
  if (!last) return undefined
  if (last.status === 'DENIED') return { stage: 'failed', reason: 'payer_declined' }
  if (last.status !== 'VOIDED') return { stage: 'unknown', pollAtMs: nowMs + SELDOM_MS }
  return nowMs >= expiryOf(last, nowMs)
    ? { stage: 'failed', reason: 'authorization_expired' }
    : { stage: 'cancelled', reason: 'cancelled' }
}

/**
 * Returns the authorization that still holds money: the newest, since a reauthorization at PayPal adds another
 * authorization.
 */
export const heldAuthorization = (
  authorizations: readonly Authorization[],
): Authorization | undefined => authorizations.findLast(({ status }) => heldStatuses.has(status))

const expiryOf = ({ expiration_time: until, create_time: from }: Authorization, nowMs: number) =>
  until === undefined
    ? (from === undefined ? nowMs : Date.parse(from)) + CAPTURE_WINDOW_MS
    : Date.parse(until)

function authorizedProgress(authorization: Authorization, nowMs: number): Progress {
  const captureBeforeMs = expiryOf(authorization, nowMs)
  // PayPal captures nothing afterwards, even if it has not voided the authorization yet.
  if (nowMs >= captureBeforeMs) return { stage: 'failed', reason: 'authorization_expired' }
  const ref = refText({ kind: 'authorization', id: authorization.id })
  const pollAtMs = Math.min(nowMs + HOURLY_MS, captureBeforeMs + MINUTE_MS)
  return { stage: 'authorized', captureBeforeMs, pollAtMs, ref }
}

function progressOfOrder(
  order: Order | undefined,
  context: ProgressContext,
): Progress | OpenProgress {
  // PayPal deletes orders that were not paid in time.
  if (!order) return { stage: 'failed', reason: 'expired' }
  const isCancelled = order.intent !== undefined && order.intent !== intentOf(context.payment)
  if (isCancelled || order.status === 'VOIDED') return { stage: 'cancelled', reason: 'cancelled' }
  switch (order.status) {
    case 'APPROVED':
      return { stage: 'open', order, isApproved: true }
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return { stage: 'open', order, isApproved: false }
    default:
      return { stage: 'unknown', pollAtMs: computeNextCheckMs(context) }
  }
}

/** Returns a refund's progress from its status at PayPal. */
export function progressOfRefund(
  { status, create_time: from }: PayPalRefund,
  nowMs: number,
): Exclude<RefundProgress, { status: 'absent' }> {
  switch (status) {
    case 'COMPLETED':
      return { status: 'success' }
    case 'FAILED':
    case 'CANCELLED':
      return { status: 'failed', reason: 'refused' }
    default: {
      const ageMs = from === undefined ? 0 : nowMs - Date.parse(from)
      return { status: 'pending', pollAtMs: nowMs + (ageMs < BUSY_FOR_MS ? SOON_MS : HOURLY_MS) }
    }
  }
}
