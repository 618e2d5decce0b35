import { Stripe } from 'stripe'
import type { StripeAccount } from './account.ts'
import { API_VERSION } from './events.ts'
import { type StripeStandIn, startStripeStandIn } from './stripe-stand-in.ts'

/** The start of the stand-in's clock in its own tests. */
export const START_MS = Date.parse('2026-11-24T10:00:00Z')

/** Returns a client of Stripe's own package, as a server uses it. */
export function stripeClientOf({ url }: StripeStandIn, key: string): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 60_000,
  })
}

export type StripeWithAccount = AsyncDisposable & {
  standIn: StripeStandIn
  account: StripeAccount
  stripe: Stripe
}

/** Starts a stand-in with one account, and returns it with a client of that account. */
export async function startStripeWithAccount(
  options?: Parameters<StripeStandIn['addAccount']>[0],
): Promise<StripeWithAccount> {
  const standIn = await startStripeStandIn(START_MS)
  const account = standIn.addAccount(options)
  return {
    standIn,
    account,
    stripe: stripeClientOf(standIn, account.key),
    [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose](),
  }
}

/** Returns Stripe's error for a refused call; throws if the call is not refused. */
export const expectRefusal = (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  promise.then(
    () => {
      throw new Error('it was not refused')
    },
    (error: unknown) => {
      if (error instanceof Stripe.errors.StripeError) return error
      throw error
    },
  )

/** Creates a payment of 12.34 euros and confirms it, as far as its card allows. */
export async function payWith(
  stripe: Stripe,
  payment_method: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  const { id } = await stripe.paymentIntents.create({ amount: 1234, currency: 'eur', ...more })
  return stripe.paymentIntents.confirm(id, { payment_method })
}

/** Returns the types of the events so far, oldest first. */
export async function eventTypesOf(stripe: Stripe): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100 })
  return data.map(({ type }) => type).toReversed()
}
