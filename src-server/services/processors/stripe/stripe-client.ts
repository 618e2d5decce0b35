import type { Stripe } from 'stripe'
import { silenceStripeNotices } from '#server/config/stripe-notices.ts'

/** Clients of Stripe that act with a key. The package is loaded with the first. */
export type StripeClients = { of: (secretKey: string) => Promise<Stripe> }

/** Which shapes Stripe answers in. A test compares it with the package's own, so that an upgrade is a decision. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

export const STRIPE_URL = 'https://api.stripe.com'

/** What has not been answered by then counts as unknown. */
const ANSWER_WITHIN_MS = 20_000
/** Each has connections of its own; more merchants than that at once take turns. */
const MOST_CLIENTS = 200

/** Where Stripe is reached, as what. */
export function stripeClients({
  apiUrl,
  version,
  timeoutMs = ANSWER_WITHIN_MS,
}: {
  apiUrl: string
  version: string
  timeoutMs?: number | undefined
}): StripeClients {
  const clients = new Map<string, Promise<Stripe>>()
  const { protocol, hostname, port } = new URL(apiUrl)

  async function make(secretKey: string): Promise<Stripe> {
    silenceStripeNotices()
    const { Stripe } = await import('stripe')
    return new Stripe(secretKey, {
      apiVersion: STRIPE_API_VERSION,
      appInfo: { name: 'Incasso', version },
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: port || (protocol === 'http:' ? 80 : 443),
      // Who calls decides whether to ask again. A connection that was closed is tried once more whatever stands here,
      // which is why each call carries a key of ours.
      maxNetworkRetries: 0,
      timeout: timeoutMs,
      // It would write a file into the home folder.
      telemetry: false,
    })
  }

  return {
    of: (secretKey) => {
      const known = clients.get(secretKey)
      if (known) return known
      const [oldest] = clients.keys()
      if (clients.size >= MOST_CLIENTS && oldest !== undefined) clients.delete(oldest)
      const client = make(secretKey)
      clients.set(secretKey, client)
      client.catch(() => clients.delete(secretKey))
      return client
    },
  }
}
