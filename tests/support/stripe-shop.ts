import { pollEvents } from '#server/features/processor-accounts/poll-events.ts'
import { readDueRefundsAndDisputes } from '#server/features/refunds/from-processor/read-refunds-and-disputes.ts'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { testClock } from './clock.ts'
import { type KeyCaller, keyCaller } from './key.ts'
import type { StripeAccount } from './stripe/account.ts'
import { type StripeStandIn, startStripeStandIn } from './stripe/stripe-stand-in.ts'
import { type Person, type TestApp, type TestAppOptions, testApp } from './test-app.ts'
import { untilResponse } from './until-response.ts'

/** A merchant of the test app whose card payments go to the Stripe stand-in. */
export type StripeShop = AsyncDisposable & {
  app: TestApp
  ada: Person
  stripe: StripeStandIn
  account: StripeAccount
  /** The owner's API client, with version 2 of the API. */
  shop: KeyCaller
  connected: { id: string }
  /** Advances both clocks, the app's and the stand-in's, and runs the jobs that are due. */
  later: (ms: number) => Promise<void>
  /** Polls Stripe's events, and then the objects that they are about. */
  poll: () => Promise<void>
}

/** Creates a merchant whose card payments go to Stripe's stand-in. */
export async function createStripeShop(
  options: TestAppOptions & { isWithWebhook?: boolean } = {},
): Promise<StripeShop> {
  const { isWithWebhook = false, ...rest } = options
  const stripe = await startStripeStandIn(testClock().now())
  const account = stripe.addAccount()
  const app = await testApp({
    ...rest,
    environment: { STRIPE_API_URL: stripe.url, ...rest.environment },
  })
  const ada = await app.person()
  const connected = await untilResponse(() => connectStripe(ada, account, isWithWebhook))
  const shop = await keyCaller(app, ada, {
    scopes: ['read', 'write', 'refund', 'disputes'],
  })
  const settle = async () => {
    await app.settle()
    await settleRefunds(app.world)
    await readDueRefundsAndDisputes(app.world)
  }
  return {
    app,
    ada,
    stripe,
    account,
    shop,
    connected,
    later: async (ms) => {
      app.clock.advance(ms)
      stripe.advance(ms)
      await settle()
    },
    poll: async () => {
      await pollEvents(app.world)
      await settle()
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]()
      await stripe[Symbol.asyncDispose]()
    },
  }
}

/** Connects a Stripe account to the owner's merchant, as on the settings page. */
export const connectStripe = (
  owner: Person,
  { key, publishableKey }: StripeAccount,
  makeWebhook = false,
) =>
  owner.api.processorAccounts.connect.mutate({
    processor: 'stripe',
    secretKey: key,
    publishableKey,
    makeWebhook,
  })
