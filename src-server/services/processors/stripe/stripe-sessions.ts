import type { Stripe } from 'stripe'
import type {
  AmountChange,
  PaymentAtProcessor,
  PaymentMeans,
  Progress,
} from '#server/core/ports/processor.ts'
import type { PayerUrls } from '../continue-token.ts'
import { hasStateChanged } from './stripe-errors.ts'
import { amountOf, cancelIntent, captureOf, metadataOf } from './stripe-intents.ts'
import { declinesOf, progressOfSession } from './stripe-progress.rules.ts'

/** Time limit for the payer, a little less than the day that Stripe allows from the session's creation. */
export const PAYER_WITHIN_MS = 23 * 60 * 60_000

/** Returns whether a payment's id at Stripe belongs to a Checkout session, rather than to an intent. */
export const isSession = (ref: string | null): ref is string => ref?.startsWith('cs_') === true

/**
 * Creates a Checkout session, a page at Stripe on which the payer pays; no money moves yet. Returns the session's id.
 * Stripe offers the payment methods that the merchant has switched on there, without the methods left out here. With a
 * manual capture it offers only methods that can be captured later, because the whole intent has that capture method.
 */
export async function createSession(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  { means, urls, excluded }: { means: PaymentMeans; urls: PayerUrls; excluded: readonly string[] },
): Promise<string> {
  const { amount, currency } = amountOf(payment)
  const { description, email, title } = means
  const metadata = metadataOf(payment)
  const { id } = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      ui_mode: 'hosted_page',
      ...methodLimitsOf(payment, means, excluded),
      client_reference_id: payment.id,
      ...(email !== null && { customer_email: email }),
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency,
            unit_amount: amount,
            product_data: { name: description ?? title },
          },
        },
      ],
      metadata,
      payment_intent_data: {
        ...captureOf(payment),
        ...(description !== null && { description }),
        metadata,
      },
      ...(means.locale !== null && { locale: means.locale }),
      success_url: urls.backUrl,
      cancel_url: means.cancelUrl === null ? urls.backUrl : urls.cancelUrl,
      expires_at: Math.floor(pageEndMs(payment, means) / 1000),
    },
    // A page that replaces another one has an idempotency key of its own.
    {
      idempotencyKey: [payment.id, 'create', ...(payment.ref ? [payment.ref, amount] : [])].join(
        ':',
      ),
    },
  )
  return id
}

/** Stripe keeps a page open for half an hour at least, so a payment that ends earlier has its page closed by a call. */
const LEAST_PAGE_MS = 31 * 60_000

/**
 * Returns when Stripe closes the page by itself. For a page that replaces another one it depends on the payment only,
 * because a repeated call must have the same parameters.
 */
function pageEndMs(
  { createdAtMs, ref }: PaymentAtProcessor,
  { expiresAtMs }: PaymentMeans,
): number {
  const latestMs = createdAtMs + PAYER_WITHIN_MS
  if (ref !== null || expiresAtMs === null) return latestMs
  return Math.min(latestMs, Math.max(createdAtMs + LEAST_PAGE_MS, expiresAtMs))
}

/**
 * Returns the parameters that limit the methods. A payment's link may replace the methods that the account offers. The
 * payer of a PayPal payment has chosen already.
 */
function methodLimitsOf(
  { paymentMethod }: Pick<PaymentAtProcessor, 'paymentMethod'>,
  { methodTypes }: PaymentMeans,
  excluded: readonly string[],
) {
  if (paymentMethod === 'paypal') return { allowed_payment_method_types: ['paypal'] }
  if (methodTypes) return { allowed_payment_method_types: [...methodTypes] }
  return excluded.length > 0 ? { excluded_payment_method_types: [...excluded] } : {}
}

const retrieveSession = (stripe: Stripe, ref: string): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] })

/** Returns the URL of the page on which the payer pays; null when the page is closed. */
export const urlOfSession = async (stripe: Stripe, ref: string): Promise<string | null> =>
  (await retrieveSession(stripe, ref)).url

/** Returns the progress of a payment on Stripe's page, with the declined cards. */
export async function readSessionProgress(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  { ref, nowMs }: { ref: string; nowMs: number },
): Promise<Progress> {
  const session = await retrieveSession(stripe, ref)
  const progress = progressOfSession(session, { payment, nowMs })
  const { payment_intent: intent } = session
  if (typeof intent !== 'object' || intent === null) return progress
  const charges = await stripe.charges.list({ payment_intent: intent.id, limit: 100 })
  return { ...progress, declined: declinesOf(charges.data) }
}

/**
 * Cancels a payment on Stripe's page. The page is closed first, so that the payer cannot pay while the intent is
 * checked.
 */
export async function cancelSession(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  { ref, nowMs }: { ref: string; nowMs: number },
): Promise<Progress> {
  await stripe.checkout.sessions.expire(ref).catch((error: unknown) => {
    // Stripe refuses to close a page that is complete or has expired.
    if (!hasStateChanged(error) && !isNotOpen(error)) throw error
  })
  const session = await retrieveSession(stripe, ref)
  const { payment_intent: intent, status } = session
  const hasIntent = typeof intent === 'object' && intent !== null
  // Stripe cancels the intent of a page that it closes.
  if (status === 'expired' && (!hasIntent || intent.status === 'canceled')) {
    return { stage: 'cancelled', reason: 'cancelled' }
  }
  if (hasIntent) return cancelIntent(stripe, { ref: intent.id, payment, nowMs })
  return progressOfSession(session, { payment, nowMs })
}

/**
 * Replaces an unpaid page by a page with another amount, since Stripe changes no page. The old page is closed first, so
 * that no payer pays the old amount. The old page stays when it was paid, or when Stripe would not open a new one.
 */
export async function replaceSession(
  stripe: Stripe,
  payment: PaymentAtProcessor & { ref: string },
  { nowMs, ...page }: Parameters<typeof createSession>[2] & { amount: number; nowMs: number },
): Promise<AmountChange> {
  if (pageEndMs(payment, page.means) - nowMs < LEAST_PAGE_MS) return { is: 'kept', reason: 'ended' }
  await stripe.checkout.sessions.expire(payment.ref).catch((error: unknown) => {
    if (!hasStateChanged(error) && !isNotOpen(error)) throw error
  })
  const session = await retrieveSession(stripe, payment.ref)
  const { payment_intent: intent } = session
  const hasOpenIntent =
    typeof intent === 'object' && intent !== null && intent.status !== 'canceled'
  if (session.status !== 'expired' || hasOpenIntent) return { is: 'kept', reason: 'payer_acted' }
  const ref = await createSession(stripe, { ...payment, amount: page.amount }, page)
  return { is: 'changed', ref }
}

const isNotOpen = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 400

/**
 * Returns the id of a payment's intent, also when `ref` is a Checkout session. Throws when the session has no intent.
 */
export async function intentOf(stripe: Stripe, ref: string): Promise<string> {
  if (!isSession(ref)) return ref
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(ref)
  const id = typeof intent === 'string' ? intent : intent?.id
  if (!id) throw new Error('a page of Stripe that was paid has no payment')
  return id
}
