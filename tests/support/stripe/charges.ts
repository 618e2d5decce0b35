import type Stripe from 'stripe'
import { newId } from './account.ts'
import type { Moment } from './payment-intents.ts'
import { testCards } from './test-cards.ts'

type ChargeOf = {
  isCaptured?: boolean
  captureBefore?: number
  failure?: { code: string; message: string }
  /** The payment method, where the intent no longer names it. */
  methodId?: string
}

/** One try to have the money of a card. */
export function newCharge(
  { account, nowMs }: Moment,
  intent: Stripe.PaymentIntent,
  { isCaptured = false, captureBefore, failure, methodId }: ChargeOf,
): Stripe.Charge {
  const method = methodId ?? String(intent.payment_method)
  const card = {
    last4: testCards[method]?.last4 ?? '4242',
    brand: 'visa',
    ...(captureBefore !== undefined && { capture_before: captureBefore }),
  } as Stripe.Charge.PaymentMethodDetails.Card
  const charge: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isCaptured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: isCaptured,
    created: Math.floor(nowMs / 1000),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: null,
    livemode: intent.livemode,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: !failure,
    payment_intent: intent.id,
    payment_method: method,
    payment_method_details: { type: 'card', card },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  account.charges.set(charge.id, charge)
  return charge
}
