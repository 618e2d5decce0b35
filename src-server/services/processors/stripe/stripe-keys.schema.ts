import { z } from 'zod'

const SecretKey = z
  .string()
  .trim()
  .regex(/^(?:rk|sk)_(?:test|live)_\w{8,250}$/, 'must be a key such as rk_test_… or rk_live_…')

const PublishableKey = z
  .string()
  .trim()
  .regex(/^pk_(?:test|live)_\w{8,250}$/, 'must be a key such as pk_test_… or pk_live_…')

const WebhookSecret = z
  .string()
  .trim()
  .regex(/^whsec_\w{8,250}$/, 'must be a secret such as whsec_…')

export const stripeKeyShapes = {
  secretKey: SecretKey,
  publishableKey: PublishableKey,
  webhookSecret: WebhookSecret,
}

export const NewStripeAccount = z.strictObject({
  processor: z.literal('stripe'),
  secretKey: SecretKey,
  publishableKey: PublishableKey,
  makeWebhook: z.boolean().default(true),
  webhookSecret: WebhookSecret.optional(),
})

/** Permissions of a key, as Stripe's page of restricted keys names them. */
export const stripePermissions = [
  'payment_intents',
  'checkout_sessions',
  'refunds',
  'charges',
  'events',
  'webhook_endpoints',
  'disputes',
  'files',
  'early_fraud_warnings',
  'payouts',
  'balance',
  'balance_transactions',
] as const
export type StripePermission = (typeof stripePermissions)[number]
