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

/** Access of a restricted key to one part of Stripe. */
type NeededAccess = {
  needs: 'read' | 'write'
  /** True when no payment can be completed without the permission. */
  isNeeded: boolean
}

const required = (needs: NeededAccess['needs']): NeededAccess => ({ needs, isNeeded: true })
const optional = (needs: NeededAccess['needs']): NeededAccess => ({ needs, isNeeded: false })

/** Permissions that an API key needs, by the names of Stripe's page of restricted keys. */
export const stripeAccess = {
  payment_intents: required('write'),
  checkout_sessions: required('write'),
  refunds: required('write'),
  charges: required('read'),
  events: required('read'),
  webhook_endpoints: optional('write'),
  disputes: optional('write'),
  files: optional('write'),
  early_fraud_warnings: optional('read'),
  payment_method_configurations: optional('read'),
  payouts: optional('read'),
  balance: optional('read'),
  balance_transactions: optional('read'),
} as const satisfies Record<string, NeededAccess>
export type StripePermission = keyof typeof stripeAccess

export const stripePermissions = Object.keys(stripeAccess) as StripePermission[]
