import { pollEvents } from '#server/features/processor-accounts/poll-events.ts'
import { readDueRefundsAndDisputes } from '#server/features/refunds/from-processor/read-refunds-and-disputes.ts'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { testClock } from './clock.ts'
import { type KeyCaller, keyCaller } from './key.ts'
import { payment } from './make.ts'
import type { PayPalAccount } from './paypal/account.ts'
import { type PayPalStandIn, startPayPalStandIn } from './paypal/paypal-stand-in.ts'
import { type Person, type TestApp, type TestAppOptions, testApp } from './test-app.ts'
import { untilResponse } from './until-response.ts'

const V2 = { 'api-version': 'v2' }

/** Any JSON: a test's expectations define what it must be. */
type Json = ReturnType<typeof JSON.parse>

/** A merchant of the test app whose PayPal payments go to the stand-in. */
export type PayPalShop = AsyncDisposable & {
  app: TestApp
  ada: Person
  paypal: PayPalStandIn
  account: PayPalAccount
  /** The owner's API client. */
  shop: KeyCaller
  connected: { id: string; webhook: string }
  /** Starts a payment and returns the response of version 2. */
  pay: (more?: Record<string, unknown>) => Promise<Json>
  /** Starts a payment, has its payer approve it, and has the job take the money. Returns its id. */
  payApproved: (more?: Record<string, unknown>) => Promise<string>
  read: (id: string) => Promise<Json>
  /** Returns the id of the newest order. */
  lastOrder: () => string
  /** Returns the id of the newest capture. */
  lastCapture: () => string
  /** Advances both clocks, the app's and the stand-in's, and runs the jobs that are due. */
  later: (ms: number) => Promise<void>
  /** Polls PayPal's events, and then the objects that they are about. */
  poll: () => Promise<void>
}

/** Creates a merchant whose PayPal payments go to PayPal's stand-in. */
export async function createPayPalShop(
  options: TestAppOptions & { isWithWebhook?: boolean } = {},
): Promise<PayPalShop> {
  const { isWithWebhook = false, ...rest } = options
  const paypal = await startPayPalStandIn(testClock().now())
  const account = paypal.addAccount()
  const app = await testApp({
    ...rest,
    environment: { PAYPAL_API_URL: paypal.url, ...rest.environment },
  })
  const ada = await app.person()
  const connected = await untilResponse(() => connectPayPal(ada, account, isWithWebhook))
  const shop = await keyCaller(app, ada, { scopes: ['read', 'write', 'refund', 'disputes'] })
  const settle = async () => {
    await app.settle()
    await settleRefunds(app.world)
    await readDueRefundsAndDisputes(app.world)
  }
  const later = async (ms: number) => {
    app.clock.advance(ms)
    paypal.advance(ms)
    await settle()
  }
  const lastOrder = () => [...account.orders.keys()].at(-1) ?? ''
  const pay = async (more: Record<string, unknown> = {}) => {
    const order = {
      ...payment({ amount: '12.34', paymentMethod: 'paypal' }),
      currency: 'EUR',
      ...more,
    }
    return (await shop.rest('POST', '/api/transactions', order, V2)).json()
  }
  return {
    app,
    ada,
    paypal,
    account,
    shop,
    connected,
    pay,
    payApproved: async (more) => {
      const { id } = await pay(more)
      paypal.approve(account, lastOrder())
      await later(21_000)
      return id
    },
    read: async (id) => (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json(),
    lastOrder,
    lastCapture: () => [...account.captures.keys()].at(-1) ?? '',
    later,
    poll: async () => {
      await pollEvents(app.world)
      await settle()
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]()
      await paypal[Symbol.asyncDispose]()
    },
  }
}

/** Connects a PayPal account to the owner's merchant, as on the settings page. */
export const connectPayPal = (
  owner: Person,
  { key: secretKey }: PayPalAccount,
  makeWebhook = false,
) => owner.api.processorAccounts.connect.mutate({ processor: 'paypal', secretKey, makeWebhook })
