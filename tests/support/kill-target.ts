import type { Owner } from './flows/owner.ts'
import type { KeepAliveClient } from './keep-alive.ts'
import { startPayPalStandIn } from './paypal/paypal-stand-in.ts'
import { PayPalPayer, payPalSteps } from './paypal-payer.ts'
import type { Fault } from './stripe/faults.ts'
import { startStripeStandIn } from './stripe/stripe-stand-in.ts'
import { StripePayer, stripeSteps } from './stripe-payer.ts'

/** A call to a processor during which a drill may kill the server, and the requests that lead to it. */
export type KillStep = {
  name: string
  call: RegExp
  /** Makes the requests that must precede the call. Returns the ID or path that `run` needs. */
  prepare: () => Promise<string>
  run: (idOrPath: string) => Promise<unknown>
}

/** A merchant's side of a processor whose server a drill kills. */
export type KillMerchant = {
  steps: readonly KillStep[]
  movedAmounts: () => { captured: number; refunded: number }
  /** Approves the orders that payers have not approved yet, before the drill compares the sums. */
  finish: () => void
}

/** The stand-in of a processor, as a drill needs it. */
export type KillTarget = AsyncDisposable & {
  name: string
  /** Environment variables of a server that uses it. */
  environment: Record<string, string>
  calls: readonly { call: string }[]
  fail: (fault: Fault) => void
  /** Removes all faults, so that later calls succeed. */
  recover: () => void
  connect: (owner: Owner, client: KeepAliveClient) => Promise<KillMerchant>
}

export async function startStripeTarget(): Promise<KillTarget> {
  const stripe = await startStripeStandIn()
  return {
    name: 'Stripe',
    environment: { STRIPE_API_URL: stripe.url },
    calls: stripe.calls,
    fail: stripe.fail,
    recover: stripe.recover,
    connect: async (owner, client) => {
      const account = stripe.addAccount()
      const payer = new StripePayer(owner, client)
      await payer.connect(account)
      return {
        steps: stripeSteps.map((step) => ({
          ...step,
          prepare: () => step.prepare(payer),
          run: (id) => step.run(payer, id),
        })),
        movedAmounts: () => stripe.movedBy(account),
        finish: () => undefined,
      }
    },
    [Symbol.asyncDispose]: () => stripe[Symbol.asyncDispose](),
  }
}

export async function startPayPalTarget(): Promise<KillTarget> {
  const paypal = await startPayPalStandIn()
  return {
    name: 'PayPal',
    environment: { PAYPAL_API_URL: paypal.url },
    calls: paypal.calls,
    fail: paypal.fail,
    recover: paypal.recover,
    connect: async (owner, client) => {
      const payer = new PayPalPayer(owner, client, paypal)
      await payer.connect()
      return {
        steps: payPalSteps(payer),
        movedAmounts: () => payer.movedAmounts(),
        finish: () => payer.approveAll(),
      }
    },
    [Symbol.asyncDispose]: () => paypal[Symbol.asyncDispose](),
  }
}
