import type Stripe from 'stripe'
import type { StripeAccount } from './account.ts'
import { confirmIntent } from './confirmation.ts'
import { createIntent } from './payment-intents.ts'
import { methodOfCard } from './payment-methods.ts'
import { createRefund } from './refunds.ts'

export type PastPayment = {
  amount: number
  currency: string
  atMs: number
  email: string
  name: string
  /** So much was given back an hour later. */
  refunded?: number
  description?: string
}

const REFUNDED_AFTER_MS = 3_600_000

/**
 * A payment from before anybody listened: it is there with its charge, its refund and its balance
 * transactions, and no event tells of it.
 */
export function addPast(
  account: StripeAccount,
  { amount, currency, atMs, email, name, refunded, description }: PastPayment,
): Stripe.PaymentIntent {
  const told = account.events.length
  const moment = { account, nowMs: atMs, url: '' }
  const method = methodOfCard(moment, 'pm_card_visa', { billing: { email, name } })
  const { id } = createIntent(moment, {
    amount: String(amount),
    currency,
    // Booked with the payment itself, so that nothing of it is left to happen.
    capture_method: 'automatic',
    receipt_email: email,
    ...(description !== undefined && { description }),
  })
  const intent = confirmIntent(moment, id, { payment_method: method.id })
  if (refunded !== undefined) {
    const later = { ...moment, nowMs: atMs + REFUNDED_AFTER_MS }
    createRefund(later, { payment_intent: id, amount: String(refunded) })
  }
  account.events.length = told
  return intent
}
