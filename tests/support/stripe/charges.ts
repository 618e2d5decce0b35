import type Stripe from 'stripe'
import { newId } from './account.ts'
import { methodDetailsOf } from './method-details.ts'
import type { StandInContext } from './payment-intents.ts'

type ChargeOptions = {
  state: 'captured' | 'authorized' | 'pending' | 'failed'
  captureBefore?: number
  failure?: { code: string; declineCode?: string | undefined; message: string }
  /** The payment method, if the intent no longer names it. */
  methodId?: string
}

/** Creates a charge: one attempt to take money from a card or a bank account. */
export function newCharge(
  { account, nowMs }: StandInContext,
  intent: Stripe.PaymentIntent,
  { state, captureBefore, failure, methodId }: ChargeOptions,
): Stripe.Charge {
  const method = methodId ?? String(intent.payment_method)
  const isCaptured = state === 'captured'
  // A payment method can be charged once. The name of a test card creates a new one each time.
  if (account.cards.has(method)) account.used.add(method)
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
    billing_details: account.methods.get(method)?.billing_details ?? {
      address: null,
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
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
    outcome: failure ? declinedOutcome(failure) : null,
    paid: isCaptured || state === 'authorized',
    payment_intent: intent.id,
    payment_method: method,
    payment_method_details: methodDetailsOf(account, method, captureBefore),
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
    status: state === 'failed' || state === 'pending' ? state : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  account.charges.set(charge.id, charge)
  return charge
}

/** Returns the bank's reason, which a charge states separately from Stripe's own code. */
const declinedOutcome = ({
  code,
  declineCode,
}: NonNullable<ChargeOptions['failure']>): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'declined_by_network',
  reason: declineCode ?? code,
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
})
