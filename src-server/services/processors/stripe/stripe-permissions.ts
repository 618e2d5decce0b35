import type { Stripe } from 'stripe'
import type { TriedPermission } from '#server/core/ports/account-access.ts'
import { hasSaidNo, missingPermissionOf } from './stripe-errors.ts'
import { type StripePermission, stripePermissions } from './stripe-keys.schema.ts'

type Probe = {
  needs: 'read' | 'write'
  /** True when no payment can be completed without it. */
  isNeeded: boolean
  /** Calls that change nothing: they read, or they send a request that Stripe cannot carry out. */
  tries: readonly ((stripe: Stripe) => Promise<unknown>)[]
}

const one = { limit: 1 }

const probes: Record<StripePermission, Probe> = {
  payment_intents: {
    needs: 'write',
    isNeeded: true,
    tries: [
      (stripe) => stripe.paymentIntents.list(one),
      (stripe) => stripe.paymentIntents.create({ amount: 0, currency: 'eur' }),
    ],
  },
  checkout_sessions: {
    needs: 'write',
    isNeeded: true,
    tries: [
      (stripe) => stripe.checkout.sessions.list(one),
      (stripe) => stripe.checkout.sessions.create({ mode: 'payment' }),
    ],
  },
  refunds: {
    needs: 'write',
    isNeeded: true,
    tries: [
      (stripe) => stripe.refunds.list(one),
      (stripe) => stripe.refunds.create({ payment_intent: 'pi_none', amount: 1 }),
    ],
  },
  charges: { needs: 'read', isNeeded: true, tries: [(stripe) => stripe.charges.list(one)] },
  events: { needs: 'read', isNeeded: true, tries: [(stripe) => stripe.events.list(one)] },
  webhook_endpoints: {
    needs: 'write',
    isNeeded: false,
    tries: [
      (stripe) => stripe.webhookEndpoints.list(one),
      (stripe) => stripe.webhookEndpoints.create({ url: 'none', enabled_events: ['*'] }),
    ],
  },
  disputes: { needs: 'read', isNeeded: false, tries: [(stripe) => stripe.disputes.list(one)] },
  early_fraud_warnings: {
    needs: 'read',
    isNeeded: false,
    tries: [(stripe) => stripe.radar.earlyFraudWarnings.list(one)],
  },
  payouts: { needs: 'read', isNeeded: false, tries: [(stripe) => stripe.payouts.list(one)] },
  balance: { needs: 'read', isNeeded: false, tries: [(stripe) => stripe.balance.retrieve()] },
  balance_transactions: {
    needs: 'read',
    isNeeded: false,
    tries: [(stripe) => stripe.balanceTransactions.list(one)],
  },
}

/** Tests permissions of a key with calls that change nothing. */
export const tryPermissions = (
  stripe: Stripe,
  names: readonly string[] = stripePermissions,
): Promise<TriedPermission[]> =>
  Promise.all(
    names.map((name) => {
      const known = stripePermissions.find((each) => each === name)
      if (!known) throw new Error(`Stripe has no permission ${name}`)
      return tryOne(stripe, known)
    }),
  )

async function tryOne(stripe: Stripe, name: StripePermission): Promise<TriedPermission> {
  const { needs, isNeeded, tries } = probes[name]
  const tried = { name, needs, isNeeded }
  for (const attempt of tries) {
    try {
      await attempt(stripe)
    } catch (error) {
      const says = missingPermissionOf(error)
      if (says !== undefined) return { ...tried, state: 'missing', says }
      // Stripe refuses an impossible request as invalid only if the key has the permission for it.
      if (!hasSaidNo(error)) return { ...tried, state: 'unknown', says: null }
    }
  }
  return { ...tried, state: 'allowed', says: null }
}
