import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { Checkout } from './checkout-sessions.ts'
import type { Endpoint } from './webhook-endpoints.ts'

/** What a restricted key may do; `write` holds `read`. */
export type Permission = 'none' | 'read' | 'write'
export type Resource =
  | 'accounts_kyc_basic'
  | 'early_fraud_warnings'
  | 'payment_intents'
  | 'payment_methods'
  | 'charges'
  | 'refunds'
  | 'events'
  | 'disputes'
  | 'payouts'
  | 'balance'
  | 'balance_transactions'
  | 'webhook_endpoints'
  | 'checkout_sessions'

export type Permissions = Partial<Record<Resource, Permission>>

/** Money that was really moved, in the smallest unit: what our rows are compared with. */
export type Moved = { captured: number; refunded: number }

/** One Stripe account, in one mode, with all that it knows. */
export type StripeAccount = {
  id: string
  isLive: boolean
  key: string
  publishableKey: string
  /** What is not named is allowed. */
  permissions: Permissions
  intents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  methods: Map<string, Stripe.PaymentMethod>
  /** By payment method that a page made: the name of the test card that it stands for. */
  cards: Map<string, string>
  /** Payment methods that were charged, or declined, once. Without a customer that is all there is. */
  used: Set<string>
  checkouts: Map<string, Checkout>
  disputes: Map<string, Stripe.Dispute>
  warnings: Map<string, Stripe.Radar.EarlyFraudWarning>
  balance: Map<string, Stripe.BalanceTransaction>
  payouts: Map<string, Stripe.Payout>
  /** By balance transaction: the payout that took it along. */
  paidOut: Map<string, string>
  /** Oldest first. */
  events: Stripe.Event[]
  /** So many of the events have gone to the endpoints. */
  delivered: number
  endpoints: Map<string, Endpoint>
  /** By intent. Kept apart from the objects, so that a mistake in those does not hide here. */
  moved: Map<string, Moved>
  /** What happens later by itself, such as a refund that fails after it succeeded. */
  later: { atMs: number; run: () => void }[]
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export function newAccount({ isLive = false, permissions = {} }: Partial<StripeAccount> = {}) {
  const mode = isLive ? 'live' : 'test'
  const secret = randomBytes(24).toString('hex')
  const account: StripeAccount = {
    id: newId('acct'),
    isLive,
    key: `rk_${mode}_${secret}`,
    publishableKey: `pk_${mode}_${secret.slice(0, 24)}`,
    permissions,
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    methods: new Map(),
    cards: new Map(),
    used: new Set(),
    checkouts: new Map(),
    disputes: new Map(),
    warnings: new Map(),
    balance: new Map(),
    payouts: new Map(),
    paidOut: new Map(),
    events: [],
    delivered: 0,
    endpoints: new Map(),
    moved: new Map(),
    later: [],
  }
  return account
}

export function move(account: StripeAccount, intentId: string, change: Partial<Moved>): void {
  const before = account.moved.get(intentId) ?? { captured: 0, refunded: 0 }
  account.moved.set(intentId, {
    captured: before.captured + (change.captured ?? 0),
    refunded: before.refunded + (change.refunded ?? 0),
  })
}
