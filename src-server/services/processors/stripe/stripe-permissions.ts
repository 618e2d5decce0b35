import type { Stripe } from 'stripe'
import type { PermissionResult } from '#server/core/ports/account-access.ts'
import { isRefused, missingPermissionOf } from './stripe-errors.ts'
import { type StripePermission, stripeAccess, stripePermissions } from './stripe-keys.schema.ts'

/** Calls that change nothing: they read, or they send a request that Stripe cannot carry out. */
type Probe = readonly ((stripe: Stripe) => Promise<unknown>)[]

const singleItem = { limit: 1 }
/** Stripe refuses a file without bytes. */
const emptyFile = { data: Buffer.alloc(0), name: 'none.pdf', type: 'application/pdf' }

const probes: Record<StripePermission, Probe> = {
  payment_intents: [
    (stripe) => stripe.paymentIntents.list(singleItem),
    (stripe) => stripe.paymentIntents.create({ amount: 0, currency: 'eur' }),
  ],
  checkout_sessions: [
    (stripe) => stripe.checkout.sessions.list(singleItem),
    (stripe) => stripe.checkout.sessions.create({ mode: 'payment' }),
  ],
  refunds: [
    (stripe) => stripe.refunds.list(singleItem),
    (stripe) => stripe.refunds.create({ payment_intent: 'pi_none', amount: 1 }),
  ],
  charges: [(stripe) => stripe.charges.list(singleItem)],
  events: [(stripe) => stripe.events.list(singleItem)],
  webhook_endpoints: [
    (stripe) => stripe.webhookEndpoints.list(singleItem),
    (stripe) => stripe.webhookEndpoints.create({ url: 'none', enabled_events: ['*'] }),
  ],
  disputes: [
    (stripe) => stripe.disputes.list(singleItem),
    (stripe) => stripe.disputes.update('dp_none', { evidence: {} }),
  ],
  files: [(stripe) => stripe.files.create({ purpose: 'dispute_evidence', file: emptyFile })],
  early_fraud_warnings: [(stripe) => stripe.radar.earlyFraudWarnings.list(singleItem)],
  payment_method_configurations: [(stripe) => stripe.paymentMethodConfigurations.list(singleItem)],
  payouts: [(stripe) => stripe.payouts.list(singleItem)],
  balance: [(stripe) => stripe.balance.retrieve()],
  balance_transactions: [(stripe) => stripe.balanceTransactions.list(singleItem)],
}

/**
 * Tests which permissions an API key has, by calls that change nothing. The state is `unknown` when Stripe's response
 * does not show it.
 */
export const testPermissions = (
  stripe: Stripe,
  names: readonly string[] = stripePermissions,
): Promise<PermissionResult[]> =>
  Promise.all(
    names.map((name) => {
      const permission = stripePermissions.find((each) => each === name)
      if (!permission) throw new Error(`Stripe has no permission ${name}`)
      return testPermission(stripe, permission)
    }),
  )

async function testPermission(stripe: Stripe, name: StripePermission): Promise<PermissionResult> {
  const result = { name, ...stripeAccess[name] }
  for (const attempt of probes[name]) {
    try {
      await attempt(stripe)
    } catch (error) {
      const says = missingPermissionOf(error)
      if (says !== undefined) return { ...result, state: 'missing', says }
      // Stripe refuses an impossible request as invalid only if the API key has the permission for it.
      if (!isRefused(error)) return { ...result, state: 'unknown', says: null }
    }
  }
  return { ...result, state: 'allowed', says: null }
}
