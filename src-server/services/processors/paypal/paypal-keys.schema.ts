import { z } from 'zod'

/** Client id and secret of a REST app at PayPal, joined by a colon as in HTTP Basic authentication. */
const SecretKey = z
  .string()
  .trim()
  .regex(
    /^[\w-]{20,128}:[\w-]{20,128}$/,
    'must be the client id and the secret of a REST app, joined by a colon',
  )

/** Id of a webhook at PayPal, which PayPal's signatures contain. */
const WebhookId = z
  .string()
  .trim()
  .regex(/^[0-9A-Z]{10,50}$/, 'must be the id of a webhook, such as 8PT597110X687430LKGECATA')

export const payPalKeyShapes = { secretKey: SecretKey, webhookSecret: WebhookId }

export const NewPayPalAccount = z.strictObject({
  processor: z.literal('paypal'),
  secretKey: SecretKey,
  makeWebhook: z.boolean().default(true),
  webhookSecret: WebhookId.optional(),
})

/** Permissions of a REST app at PayPal that Incasso uses, each with calls of its own. */
export const payPalPermissions = [
  'paypal_orders',
  'paypal_captures',
  'paypal_disputes',
  'paypal_webhooks',
  'paypal_transaction_search',
] as const
export type PayPalPermission = (typeof payPalPermissions)[number]
