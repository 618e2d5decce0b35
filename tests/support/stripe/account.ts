import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { Checkout } from './checkout-sessions.ts'
import type { UploadedFile } from './files.ts'
import { allMethodTypes, type MethodType } from './method-types.ts'
import type { Endpoint } from './webhook-endpoints.ts'

/** Permission of a restricted key; `write` includes `read`. */
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
  | 'files'
  | 'payouts'
  | 'balance'
  | 'balance_transactions'
  | 'webhook_endpoints'
  | 'checkout_sessions'
  | 'payment_method_configurations'

export type Permissions = Partial<Record<Resource, Permission>>

/** Money that was really moved, in the smallest unit, for comparison with Incasso's rows. */
export type MovedAmounts = { captured: number; refunded: number }

/** A Stripe account in one mode, with all its objects. */
export type StripeAccount = {
  id: string
  isLive: boolean
  key: string
  publishableKey: string
  /** Resources that are missing here are allowed. */
  permissions: Permissions
  /** Types of payment methods that the account has switched on. */
  methodTypes: readonly MethodType[]
  intents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  methods: Map<string, Stripe.PaymentMethod>
  /** The name of the test card for each payment method that a page created. */
  cards: Map<string, string>
  /** Payment methods that were charged or declined. Without a customer they cannot be used again. */
  used: Set<string>
  checkouts: Map<string, Checkout>
  disputes: Map<string, Stripe.Dispute>
  files: Map<string, UploadedFile>
  warnings: Map<string, Stripe.Radar.EarlyFraudWarning>
  balance: Map<string, Stripe.BalanceTransaction>
  payouts: Map<string, Stripe.Payout>
  /** The payout of each balance transaction, by the transaction's ID. */
  paidOut: Map<string, string>
  /** Events, oldest first. */
  events: Stripe.Event[]
  /** Number of events that were sent to the endpoints. */
  delivered: number
  endpoints: Map<string, Endpoint>
  /** Moved money per intent, kept apart from the objects, so that a mistake in the objects does not hide here. */
  moved: Map<string, MovedAmounts>
  /** Scheduled changes, such as a refund that fails after it succeeded. */
  later: { atMs: number; run: () => void }[]
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export function newAccount({
  isLive = false,
  permissions = {},
  methodTypes = allMethodTypes,
}: Partial<StripeAccount> = {}) {
  const mode = isLive ? 'live' : 'test'
  const secret = randomBytes(24).toString('hex')
  const account: StripeAccount = {
    id: newId('acct'),
    isLive,
    key: `rk_${mode}_${secret}`,
    publishableKey: `pk_${mode}_${secret.slice(0, 24)}`,
    permissions,
    methodTypes,
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    methods: new Map(),
    cards: new Map(),
    used: new Set(),
    checkouts: new Map(),
    disputes: new Map(),
    files: new Map(),
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

/** Adds captured or refunded money to the totals of an intent. */
export function recordMoved(
  account: StripeAccount,
  intentId: string,
  change: Partial<MovedAmounts>,
): void {
  const before = account.moved.get(intentId) ?? { captured: 0, refunded: 0 }
  account.moved.set(intentId, {
    captured: before.captured + (change.captured ?? 0),
    refunded: before.refunded + (change.refunded ?? 0),
  })
}
