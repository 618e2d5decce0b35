import type Stripe from 'stripe'
import { newId, type StripeAccount } from './account.ts'
import {
  assertKnownParameters,
  bodyIn,
  choiceIn,
  type FormBody,
  mapOf,
  textOf,
} from './form-body.ts'
import type { StandInContext } from './payment-intents.ts'
import { missing, StripeRefusal } from './stripe-refusal.ts'
import { cardOf, nameOfNumber, type TestCard } from './test-cards.ts'

export type Billing = { email?: string; name?: string; phone?: string }
type Expiry = { month: number; year: number }

const billingOf = ({ email, name, phone }: Billing): Stripe.PaymentMethod.BillingDetails => ({
  address: null,
  email: email ?? null,
  name: name ?? null,
  phone: phone ?? null,
  tax_id: null,
})

const cardDetails = (
  { brand, last4, asksHolder: needsAuthentication, wallet }: TestCard,
  { month, year }: Expiry,
): Stripe.PaymentMethod.Card => ({
  brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
  country: 'US',
  display_brand: brand,
  exp_month: month,
  exp_year: year,
  fingerprint: `finger${last4}`,
  funding: 'credit',
  generated_from: null,
  last4,
  networks: { available: [brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: needsAuthentication === true },
  wallet: wallet === undefined ? null : { dynamic_last4: null, type: wallet, [wallet]: {} },
})

const debitDetails = ({ last4 }: TestCard): Stripe.PaymentMethod.SepaDebit => ({
  bank_code: '19043',
  branch_code: '',
  country: 'AT',
  fingerprint: `finger${last4}`,
  generated_from: null,
  last4,
})

/** Details of the methods without a card, by type. */
const detailsByType: Readonly<
  Record<Exclude<TestCard['type'], 'card'>, (card: TestCard) => Partial<Stripe.PaymentMethod>>
> = {
  bancontact: () => ({ bancontact: {} }),
  ideal: () => ({ ideal: { bank: 'ing', bic: 'INGBNL2A' } }),
  klarna: () => ({ klarna: {} }),
  paypal: () => ({
    paypal: { country: 'IT', payer_email: 'payer@example.com', payer_id: 'PAYERTEST' },
  }),
  satispay: () => ({ satispay: {} }),
  sepa_debit: (card) => ({ sepa_debit: debitDetails(card) }),
}

/** Creates a payment method for a test card by the card's name. */
export function methodOfCard(
  { account, nowMs }: StandInContext,
  name: string,
  { billing = {}, expiry }: { billing?: Billing; expiry?: Expiry } = {},
): Stripe.PaymentMethod {
  const card = cardOf(account, name)
  if (!card) throw missing('PaymentMethod', name)
  const usedExpiry = expiry ?? { month: 12, year: new Date(nowMs).getUTCFullYear() + 4 }
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingOf(billing),
    created: Math.floor(nowMs / 1000),
    customer: null,
    customer_account: null,
    livemode: account.isLive,
    metadata: {},
    type: card.type,
    ...(card.type === 'card'
      ? { card: cardDetails(card, usedExpiry) }
      : detailsByType[card.type](card)),
  }
  account.methods.set(method.id, method)
  account.cards.set(method.id, name)
  return method
}

/** Creates a payment method from a page's data. Secret keys are refused, since servers must not see card numbers. */
export function createMethod(
  context: StandInContext,
  body: FormBody,
  isPublishable: boolean,
): Stripe.PaymentMethod {
  assertKnownParameters(body, ['type', 'card', 'billing_details', 'allow_redisplay', 'metadata'])
  choiceIn(body, 'type', ['card'])
  const card = bodyIn(body, 'card')
  assertKnownParameters(card, ['number', 'exp_month', 'exp_year', 'cvc'], 'card')
  if (!isPublishable) {
    throw new StripeRefusal(402, {
      type: 'invalid_request_error',
      message:
        'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
    })
  }
  const number = (textOf(card, 'number') ?? '').replaceAll(' ', '')
  if (!hasValidChecksum(number)) {
    throw cardRefusal('incorrect_number', 'number', 'Your card number is incorrect.')
  }
  const expiry = expiryOf(context, card)
  if (!/^\d{3,4}$/.test(textOf(card, 'cvc') ?? '')) {
    throw cardRefusal('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
  const name = nameOfNumber(number)
  if (name === undefined) {
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    })
  }
  const method = methodOfCard(context, name, { billing: billingIn(body), expiry })
  method.metadata = mapOf(body, 'metadata')
  return method
}

function billingIn(body: FormBody): Billing {
  const billing = bodyIn(body, 'billing_details')
  assertKnownParameters(billing, ['email', 'name', 'phone'], 'billing_details')
  return {
    email: textOf(billing, 'email'),
    name: textOf(billing, 'name'),
    phone: textOf(billing, 'phone'),
  }
}

function expiryOf({ nowMs }: StandInContext, card: FormBody): Expiry {
  const month = Number(textOf(card, 'exp_month'))
  const sentYear = Number(textOf(card, 'exp_year'))
  const year = sentYear < 100 ? 2000 + sentYear : sentYear
  const now = new Date(nowMs)
  if (!(month >= 1 && month <= 12)) {
    throw cardRefusal(
      'invalid_expiry_month',
      'exp_month',
      "Your card's expiration month is invalid.",
    )
  }
  if (!(year >= now.getUTCFullYear() && year < now.getUTCFullYear() + 50)) {
    throw cardRefusal('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  if (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1) {
    throw cardRefusal(
      'invalid_expiry_month',
      'exp_month',
      "Your card's expiration month is invalid.",
    )
  }
  return { month, year }
}

const cardRefusal = (code: string, param: string, message: string) =>
  new StripeRefusal(402, { type: 'card_error', code, param, message })

/** Returns true if the digits have the checksum of every card number (ISO/IEC 7812). */
function hasValidChecksum(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].toReversed().reduce((total, digit, at) => {
    const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Returns a payment method. Each name of a test card is one as well. */
export function findMethod(context: StandInContext, id: string): Stripe.PaymentMethod {
  const existing = context.account.methods.get(id)
  if (existing) return existing
  if (!cardOf(context.account, id)) throw missing('PaymentMethod', id)
  return methodOfCard(context, id)
}

/** Throws if a payment method was used before: without a customer it is valid for one attempt only. */
export function assertUnused({ used }: StripeAccount, methodId: string): void {
  if (!used.has(methodId)) return
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    message:
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  })
}
