import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { PaymentAtProcessor, PaymentMeans, Progress } from '#server/core/ports/processor.ts'
import { Currency } from '#server/shared/money/money.ts'
import { stripeAmountOf } from './stripe-amount.rules.ts'
import { codeOf, declineOf } from './stripe-declines.rules.ts'
import { hasStateChanged, isDecline, isInvalidRequest } from './stripe-errors.ts'
import {
  computeNextCheckMs,
  declinesOf,
  methodIn,
  progressOf,
  reasonOfError,
} from './stripe-progress.rules.ts'

/** Time after which an unpaid payment on the merchant's own page expires. */
export const OWN_PAGE_WITHIN_MS = 23 * 60 * 60_000

/** Time after which a payment fails if its payer has not been authenticated by their bank. */
export const PROOF_WITHIN_MS = 60 * 60_000

/** Time within which the process that creates an intent confirms it. After that the process has died. */
const CONFIRM_WITHIN_MS = 60_000

/** Returns the metadata that connects objects at Stripe with our payment and its merchant. */
export const metadataOf = ({ id, merchantId }: Pick<PaymentAtProcessor, 'id' | 'merchantId'>) => ({
  incasso: id,
  incasso_merchant: merchantId,
})

/** Returns the amount and the currency of a payment in Stripe's units and spelling. */
export const amountOf = ({
  amount,
  currency,
}: Pick<PaymentAtProcessor, 'amount' | 'currency'>) => ({
  amount: stripeAmountOf(amount, Currency.parse(currency)),
  currency: currency.toLowerCase(),
})

/** Returns the parameter that makes Stripe wait for a manual capture; nothing for an automatic one. */
export const captureOf = ({ isCapturedByHand }: Pick<PaymentAtProcessor, 'isCapturedByHand'>) =>
  isCapturedByHand ? ({ capture_method: 'manual' } as const) : {}

/**
 * Creates a payment intent at Stripe, which moves no money yet. Returns Stripe's id and, if requested, the client
 * secret.
 */
export async function createIntent(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  { description, wantsSecret }: PaymentMeans,
): Promise<{ ref: string; clientSecret?: string }> {
  const { id: ref, client_secret: clientSecret } = await stripe.paymentIntents.create(
    {
      ...amountOf(payment),
      ...captureOf(payment),
      ...(description !== null && { description }),
      // Card tokens and card fields accept cards only, including cards in wallets. Other methods need Stripe's page.
      allowed_payment_method_types: ['card'],
      metadata: metadataOf(payment),
    },
    { idempotencyKey: `${payment.id}:create` },
  )
  return wantsSecret && clientSecret !== null ? { ref, clientSecret } : { ref }
}

/**
 * Charges the card of a token. A declined intent is cancelled at Stripe before it is reported as failed, so that a
 * browser that still shows it cannot pay it.
 */
export async function confirmIntent(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  { means, nowMs }: { means: PaymentMeans; nowMs: number },
): Promise<Progress> {
  const ref = refOf(payment)
  const { token, returnUrl } = means
  try {
    const intent = await stripe.paymentIntents.confirm(
      ref,
      {
        ...(token?.startsWith('ctoken_')
          ? { confirmation_token: token }
          : { payment_method: token ?? '' }),
        ...(returnUrl === null ? { use_stripe_sdk: true } : { return_url: returnUrl }),
        expand: ['latest_charge'],
      },
      { idempotencyKey: `${payment.id}:confirm:${payment.attempt}` },
    )
    return await resolveProgress(stripe, payment, { intent, nowMs })
  } catch (error) {
    if (isDecline(error)) {
      const reason = declineOf(error)
      return {
        ...(await abandonIntent(stripe, payment, { nowMs, reason })),
        declined: [{ ref: null, atMs: nowMs, reason, code: codeOf(error) }],
      }
    }
    if (hasStateChanged(error)) return readIntentProgress(stripe, payment, nowMs)
    // The token is made up, used, or of another account: no card was charged.
    if (isInvalidRequest(error))
      return abandonIntent(stripe, payment, { nowMs, reason: 'incorrect_details' })
    throw error
  }
}

/** Statuses of an intent that no payer is paying now. */
const unpaidStatuses: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
])

/**
 * Changes the amount of an intent. Returns true also when an earlier call did, whose response was lost; false when a
 * payer is paying the former amount, or has paid it.
 */
export async function changeIntentAmount(
  stripe: Stripe,
  payment: PaymentAtProcessor,
): Promise<boolean> {
  const { amount } = amountOf(payment)
  const before = await stripe.paymentIntents.retrieve(refOf(payment))
  if (before.amount === amount) return true
  if (!unpaidStatuses.has(before.status)) return false
  try {
    const changed = await stripe.paymentIntents.update(refOf(payment), { amount })
    return changed.amount === amount
  } catch (error) {
    // Stripe changes no amount while the payer's bank authenticates the payer.
    if (hasStateChanged(error) || isInvalidRequest(error)) return false
    throw error
  }
}

/** Returns the progress of a payment from its intent at Stripe. An intent that its payer has abandoned is cancelled. */
export async function readIntentProgress(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  nowMs: number,
): Promise<Progress> {
  const intent = await stripe.paymentIntents.retrieve(refOf(payment), {
    expand: ['latest_charge'],
  })
  return resolveProgress(stripe, payment, { intent, nowMs })
}

async function resolveProgress(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  { intent, nowMs }: { intent: Stripe.PaymentIntent; nowMs: number },
): Promise<Progress> {
  const progress = progressOf(intent, { payment, nowMs })
  if (payment.isOnMerchantsPage)
    return progressOnMerchantsPage(stripe, payment, { intent, progress, nowMs })
  if (progress.stage === 'open') {
    const error = intent.last_payment_error
    const confirmByMs = payment.createdAtMs + CONFIRM_WITHIN_MS
    // A process may be about to confirm the intent, so its payer does not count as gone.
    if (!error && nowMs < confirmByMs) return { stage: 'awaiting_payer', pollAtMs: confirmByMs }
    return abandonIntent(stripe, payment, {
      nowMs,
      reason: error ? reasonOfError(error) : 'not_sent',
    })
  }
  const isAbandoned =
    progress.stage === 'requires_action' && nowMs - payment.createdAtMs > PROOF_WITHIN_MS
  if (!isAbandoned) return progress
  return abandonIntent(stripe, payment, { nowMs, reason: 'authentication_failed' })
}

/** Returns the progress at the merchant's own page. A declined card is one attempt there: the payer may try another. */
async function progressOnMerchantsPage(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  {
    intent,
    progress,
    nowMs,
  }: { intent: Stripe.PaymentIntent; progress: ReturnType<typeof progressOf>; nowMs: number },
): Promise<Progress> {
  const isWaiting = progress.stage === 'open' || progress.stage === 'requires_action'
  const hasExpired = isWaiting && nowMs - payment.createdAtMs > OWN_PAGE_WITHIN_MS
  if (hasExpired) return abandonIntent(stripe, payment, { nowMs, reason: 'expired' })
  const current: Progress =
    progress.stage === 'open'
      ? { stage: 'awaiting_payer', pollAtMs: computeNextCheckMs({ payment, nowMs }) }
      : progress
  const charges = await stripe.charges.list({ payment_intent: intent.id, limit: 100 })
  return { ...current, declined: declinesOf(charges.data) }
}

/**
 * Cancels an intent that its payer has abandoned. Returns the progress of a payment that was made at the same moment
 * instead.
 */
async function abandonIntent(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  { nowMs, reason }: { nowMs: number; reason: 'not_sent' | ReturnType<typeof declineOf> },
): Promise<Progress> {
  const intent = await endIntent(stripe, refOf(payment), 'abandoned')
  const progress = progressOf(intent, { payment, nowMs })
  if (intent.status === 'canceled') return { stage: 'failed', reason, ...methodIn(intent) }
  return progress.stage === 'open' ? { stage: 'unknown', pollAtMs: nowMs } : progress
}

/** Cancels an intent, and returns its state afterwards: cancelled, or the final state that it had reached before. */
async function endIntent(
  stripe: Stripe,
  ref: string,
  cancellation_reason: 'abandoned' | 'requested_by_customer',
): Promise<Stripe.PaymentIntent> {
  const expand = ['latest_charge']
  try {
    // The intent's state prevents a second cancellation; an earlier idempotency key would only repeat an earlier
    // refusal.
    const idempotencyKey = `${ref}:cancel:${randomUUID()}`
    const options = { cancellation_reason, expand }
    return await stripe.paymentIntents.cancel(ref, options, { idempotencyKey })
  } catch (error) {
    if (!hasStateChanged(error)) throw error
    return stripe.paymentIntents.retrieve(ref, { expand })
  }
}

/**
 * Cancels an intent because a person requested it. Returns the progress afterwards: the payer may have paid just before
 * the cancellation.
 */
export async function cancelIntent(
  stripe: Stripe,
  { ref, payment, nowMs }: { ref: string; payment: PaymentAtProcessor; nowMs: number },
): Promise<Progress> {
  const intent = await endIntent(stripe, ref, 'requested_by_customer')
  const progress = progressOf(intent, { payment, nowMs })
  return progress.stage === 'open' ? { stage: 'unknown', pollAtMs: nowMs } : progress
}

/** Captures the authorized amount, or part of it. Repeated requests capture an intent only once. */
export async function captureIntent(
  stripe: Stripe,
  {
    ref,
    payment,
    amount,
    nowMs,
  }: { ref: string; payment: PaymentAtProcessor; amount: number; nowMs: number },
): Promise<Progress> {
  const expand = ['latest_charge']
  const stripeAmount = stripeAmountOf(amount, Currency.parse(payment.currency))
  const intent = await stripe.paymentIntents
    .capture(
      ref,
      { amount_to_capture: stripeAmount, expand },
      { idempotencyKey: `${payment.id}:capture:${randomUUID()}` },
    )
    // A response without the received amount is about this capture, which took the requested amount.
    .then((captured) => ({
      ...captured,
      amount_received: captured.amount_received || stripeAmount,
    }))
    .catch((error: unknown) => {
      if (!hasStateChanged(error)) throw error
      return stripe.paymentIntents.retrieve(ref, { expand })
    })
  const progress = progressOf(intent, { payment, nowMs })
  return progress.stage === 'open' ? { stage: 'unknown', pollAtMs: nowMs } : progress
}

/**
 * Returns the URL at which the card's bank authenticates the payer; null when that is not needed, or when a script on a
 * page does it.
 */
export async function redirectUrlOfIntent(stripe: Stripe, ref: string): Promise<string | null> {
  const { next_action: next } = await stripe.paymentIntents.retrieve(ref)
  return next?.redirect_to_url?.url ?? null
}

/** Returns the client secret with which Stripe's script continues an intent, for as long as the intent exists. */
export async function secretOfIntent(stripe: Stripe, ref: string): Promise<string> {
  const { client_secret: secret } = await stripe.paymentIntents.retrieve(ref)
  if (secret === null) throw new Error('an intent of Stripe’s has no secret')
  return secret
}

/**
 * Returns the client secret with which Stripe's script authenticates the payer; null when no authentication is needed.
 */
export async function payerSecretOfIntent(stripe: Stripe, ref: string): Promise<string | null> {
  const { status, client_secret: secret } = await stripe.paymentIntents.retrieve(ref)
  return status === 'requires_action' ? secret : null
}

const refOf = ({ ref }: PaymentAtProcessor): string => {
  if (ref === null) throw new Error('a payment without an id at Stripe cannot be read')
  return ref
}
