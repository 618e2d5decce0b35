/** What a key must be able to do, or may be able to, as Stripe's page of restricted keys names it. */
export const stripePermissions = [
  'payment_intents',
  'checkout_sessions',
  'refunds',
  'charges',
  'events',
  'webhook_endpoints',
  'disputes',
  'early_fraud_warnings',
  'payouts',
  'balance',
  'balance_transactions',
] as const
export type StripePermission = (typeof stripePermissions)[number]
