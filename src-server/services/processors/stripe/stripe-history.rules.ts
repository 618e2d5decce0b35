import type { Stripe } from 'stripe'
import type {
  ImportContext,
  ListedPayment,
  PastPayment,
  SkipReason,
} from '#server/core/ports/account-access.ts'
import { faultOf } from '#server/shared/money/currencies.ts'
import { Currency, type Minor } from '#server/shared/money/money.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { cutLine, Email } from '#server/shared/text/text.ts'
import { usedMethodOfCharge } from './methods/used-method.rules.ts'
import { minorOfStripe } from './stripe-amount.rules.ts'
import { declineOf } from './stripe-declines.rules.ts'
import { chargeOf, failureOf } from './stripe-progress.rules.ts'

const MAX_NAME = 200
const MAX_DESCRIPTION = 1000
/** Time for which a page at Stripe may stay open after a decline, while the payer tries another card. */
const MAY_BE_PAID_FOR_MS = 24 * 60 * 60_000

const cardTypes = new Set(['card', 'card_present', 'interac_present'])

const OWN_ID = /^txn_[0-9A-Z]{26}$/

/** Payer of a payment whose row was lost and for whom Stripe has no e-mail address. No mail can reach it. */
const UNKNOWN_PAYER = { name: 'Unknown payer', email: 'unknown@payer.invalid' }

/** Returns our id of a payment from its intent's metadata; null when the intent names no payment of this merchant. */
export function ownIdIn({ metadata }: Stripe.PaymentIntent, merchantId: string): string | null {
  const { incasso: id, incasso_merchant: owner = merchantId } = metadata
  return id !== undefined && OWN_ID.test(id) && owner === merchantId ? id : null
}

export const listedPaymentOf = (intent: Stripe.PaymentIntent): ListedPayment => ({
  ref: intent.id,
  createdAtMs: intent.created * 1000,
  isPaid: intent.status === 'succeeded',
  ownIdOf: (merchantId) => ownIdIn(intent, merchantId),
  sums: () => sumsOf(intent),
  imported: (context) => pastPaymentOf(intent, context),
})

function sumsOf(intent: Stripe.PaymentIntent) {
  const charge = chargeOf(intent)
  const currency = Currency.parse(intent.currency.toUpperCase())
  // Stripe counts money that was authorized and not captured as refunded, although no payer got it back.
  const released = charge?.captured ? charge.amount - charge.amount_captured : 0
  const captured = intent.status === 'succeeded' ? intent.amount_received : 0
  const refunded = (charge?.amount_refunded ?? 0) - released
  return {
    captured: minorOfStripe(captured, currency),
    refunded: minorOfStripe(refunded, currency),
    currency,
  }
}

/** Converts an intent into a payment of ours, or returns the reason why it is not imported. */
export function pastPaymentOf(
  intent: Stripe.PaymentIntent,
  { nowMs, merchantId, own }: ImportContext,
): PastPayment | SkipReason {
  const ownId = ownIdIn(intent, merchantId)
  if (ownId !== null && own.has(ownId)) return 'ours'
  if ((intent.metadata['incasso_merchant'] ?? merchantId) !== merchantId) return 'other'
  const charge = chargeOf(intent)
  const outcome = outcomeOf(intent, { charge, nowMs })
  if (!outcome) return 'open'
  const currency = Currency.safeParse(intent.currency.toUpperCase())
  if (!currency.success) return 'currency'
  const amount = amountOf(intent, currency.data)
  if (amount === undefined) return 'amount'
  const payer = payerOf(intent, charge) ?? (ownId === null ? undefined : UNKNOWN_PAYER)
  if (!payer) return 'address'
  return {
    ref: intent.id,
    ownId,
    ...payer,
    amount,
    currency: currency.data,
    paymentMethod: methodOf(charge),
    method: usedMethodOfCharge(charge) ?? null,
    description: cutLine(intent.description, MAX_DESCRIPTION),
    failureReason: outcome.failureReason,
    atMs: (charge?.created ?? intent.created) * 1000,
    hasMoreToRead: charge !== undefined && (hasRefunds(charge) || charge.disputed),
  }
}

/** Stripe counts money that was authorized and not captured as refunded, although no payer got it back. */
const hasRefunds = ({ amount, amount_captured: captured, amount_refunded }: Stripe.Charge) =>
  amount_refunded > amount - captured

type PastCharge = { charge: Stripe.Charge | undefined; nowMs: number }

/** Returns undefined when an intent may still be paid, or when no payment was ever attempted. */
function outcomeOf(
  { status, last_payment_error: error }: Stripe.PaymentIntent,
  { charge, nowMs }: PastCharge,
): Pick<PastPayment, 'failureReason'> | undefined {
  if (status === 'succeeded') return { failureReason: null }
  if (charge?.status !== 'failed') return undefined
  const mayBePaid = nowMs - charge.created * 1000 < MAY_BE_PAID_FOR_MS
  const hasEnded = status === 'canceled' || (status === 'requires_payment_method' && !mayBePaid)
  const codes = failureOf(charge) ?? error ?? {}
  const methodType = charge.payment_method_details?.type
  return hasEnded ? { failureReason: declineOf(codes, methodType) } : undefined
}

function amountOf(
  { status, amount_received: received, amount: requested }: Stripe.PaymentIntent,
  currency: Currency,
): Minor | undefined {
  try {
    const amount = minorOfStripe((status === 'succeeded' && received) || requested, currency)
    return amount > 0 && faultOf(amount, currency) === undefined ? amount : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Returns undefined when Stripe has no e-mail address of the payer: Incasso finds customers by their e-mail address.
 */
function payerOf(
  { receipt_email: receipt }: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
): Pick<PastPayment, 'email' | 'name'> | undefined {
  const billing = charge?.billing_details
  const email = [billing?.email, charge?.receipt_email, receipt]
    .map((text) => Email.safeParse(text).data)
    .find((address) => address !== undefined)
  if (email === undefined) return undefined
  const name = cutLine(billing?.name, MAX_NAME) ?? email.slice(0, email.lastIndexOf('@'))
  return { email, name }
}

function methodOf(charge: Stripe.Charge | undefined): PaymentMethod {
  const type = charge?.payment_method_details?.type ?? 'card'
  if (cardTypes.has(type)) return 'card'
  return type === 'paypal' ? 'paypal' : 'bank'
}
