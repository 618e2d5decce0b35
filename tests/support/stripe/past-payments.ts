import type Stripe from 'stripe'
import type { StripeAccount } from './account.ts'
import { confirmIntent } from './confirmation.ts'
import { cancelIntent, createIntent, findIntent, type StandInContext } from './payment-intents.ts'
import { methodOfCard } from './payment-methods.ts'
import { createRefund } from './refunds.ts'
import { StripeRefusal } from './stripe-refusal.ts'

export type PastPayment = {
  amount: number
  currency: string
  atMs: number
  email: string | null
  name: string | null
  /** The charged test card or bank account. If it declines or bounces, the payer tries no other. */
  card?: string
  isCanceled?: true
  metadata?: Record<string, string>
  /** Amount refunded an hour later. */
  refunded?: number
  description?: string
}

const REFUNDED_AFTER_MS = 3_600_000
/** Time until a bank decides about a debit, disputes a charge or warns. */
const DECIDED_AFTER_MS = 60_000

/**
 * Adds a payment from before Incasso received events: it has its charge, refund and balance transactions, but no
 * events.
 */
export function addPast(account: StripeAccount, payment: PastPayment): Stripe.PaymentIntent {
  const { amount, currency, atMs, email, name, refunded, description, metadata } = payment
  const { card = 'pm_card_visa', isCanceled } = payment
  const eventCount = account.events.length
  const context = { account, nowMs: atMs, url: '' }
  const billing = { ...(email !== null && { email }), ...(name !== null && { name }) }
  const method = methodOfCard(context, card, { billing })
  const created = createIntent(context, {
    amount: String(amount),
    currency,
    // Books the charge with the payment itself, so that nothing happens later.
    capture_method: 'automatic',
    ...(email !== null && { receipt_email: email }),
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata }),
  })
  const { id } = created
  // A past payment was offered by other rules, such as in a currency that the method no longer takes.
  created.allowed_payment_method_types = [method.type]
  created.payment_method_types = [method.type]
  const scheduledCount = account.later.length
  const intent = tryConfirm(context, id, method.id)
  const due = account.later.splice(scheduledCount)
  for (const { atMs: at, run } of due) if (at <= atMs + DECIDED_AFTER_MS) run()
  if (isCanceled) cancelIntent(context, id, {})
  if (refunded !== undefined) {
    const later = { ...context, nowMs: atMs + REFUNDED_AFTER_MS }
    createRefund(later, { payment_intent: id, amount: String(refunded) })
  }
  account.events.length = eventCount
  return intent
}

/** Returns the intent even if its card is declined. */
function tryConfirm(
  context: StandInContext,
  id: string,
  payment_method: string,
): Stripe.PaymentIntent {
  try {
    return confirmIntent(context, id, { payment_method })
  } catch (error) {
    if (error instanceof StripeRefusal) return findIntent(context.account, id)
    throw error
  }
}
