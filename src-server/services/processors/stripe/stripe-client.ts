import type { Stripe } from 'stripe'
import { suppressStripeNotices } from '#server/config/stripe-notices.ts'

/** Stripe clients, one per secret key. The package is loaded with the first. */
export type StripeClients = { of: (secretKey: string) => Promise<Stripe> }

/**
 * Version of the API, and so the shape of responses. A test compares it with the package's own: an upgrade is a
 * decision.
 */
export const STRIPE_API_VERSION = '2026-10-28.endive'

export const STRIPE_URL = 'https://api.stripe.com'

/** After this time without a response, the outcome of a call is unknown. */
const RESPONSE_TIMEOUT_MS = 20_000
/** Number of clients kept, each with its own connections. A further key replaces the oldest client. */
const MAX_CLIENTS = 200

/** Returns clients for the API at `apiUrl`; `version` is the version of Incasso that they report. */
export function createStripeClients({
  apiUrl,
  version,
  timeoutMs = RESPONSE_TIMEOUT_MS,
}: {
  apiUrl: string
  version: string
  timeoutMs?: number | undefined
}): StripeClients {
  const clients = new Map<string, Promise<Stripe>>()
  const { protocol, hostname, port } = new URL(apiUrl)

  async function createClient(secretKey: string): Promise<Stripe> {
    suppressStripeNotices()
    const { Stripe } = await import('stripe')
    return new Stripe(secretKey, {
      apiVersion: STRIPE_API_VERSION,
      appInfo: { name: 'Incasso', version },
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: port || (protocol === 'http:' ? 80 : 443),
      // The caller decides about retries. The package retries once after a closed connection whatever this setting, so
      // each call carries an idempotency key of ours.
      maxNetworkRetries: 0,
      timeout: timeoutMs,
      // Telemetry would write a file into the home folder.
      telemetry: false,
    })
  }

  return {
    of: (secretKey) => {
      const cached = clients.get(secretKey)
      if (cached) return cached
      const [oldest] = clients.keys()
      if (clients.size >= MAX_CLIENTS && oldest !== undefined) clients.delete(oldest)
      const client = createClient(secretKey)
      clients.set(secretKey, client)
      client.catch(() => clients.delete(secretKey))
      return client
    },
  }
}
