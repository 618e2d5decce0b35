import type { Stripe } from 'stripe'

export type StripeAccess = {
  /** A client that acts with this key. The package is loaded with the first. */
  of: (secretKey: string) => Promise<Stripe>
}
