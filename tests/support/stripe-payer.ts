import { randomUUID } from 'node:crypto'
import type { Owner } from './flows/owner.ts'
import type { KeepAliveClient } from './keep-alive.ts'
import { payment } from './make.ts'
import type { StripeAccount } from './stripe/account.ts'

type Json = ReturnType<typeof JSON.parse>

/** A call to Stripe during which a drill may kill the server, and the requests that lead to it. */
export type StripeStep = {
  name: string
  call: RegExp
  /** Makes the requests that must precede the call. Returns the ID for `run`. */
  prepare: (shop: StripePayer) => Promise<string>
  run: (shop: StripePayer, id: string) => Promise<unknown>
}

/** The API client of a merchant with card payments through Stripe. */
export class StripePayer {
  readonly #owner: Owner
  readonly #client: KeepAliveClient

  constructor(owner: Owner, client: KeepAliveClient) {
    this.#owner = owner
    this.#client = client
  }

  async connect({ key, publishableKey }: StripeAccount): Promise<void> {
    await this.#owner.must({
      method: 'POST',
      path: '/api/processor-accounts',
      body: { processor: 'stripe', secretKey: key, publishableKey, makeWebhook: false },
    })
  }

  /** Returns the body of any response. Throws when there is none. */
  async post(path: string, body: object): Promise<Json> {
    const response = await this.#client.send({
      method: 'POST',
      path,
      headers: { ...this.#owner.keyHeaders, 'idempotency-key': randomUUID() },
      body,
    })
    return JSON.parse(response.body)
  }

  pay(more: object = {}): Promise<Json> {
    const order = payment({ amount: '10.00', currency: 'EUR' })
    return this.post('/api/transactions', { ...order, paymentToken: 'pm_card_visa', ...more })
  }
}

const authorizePayment = async (shop: StripePayer): Promise<string> =>
  (await shop.pay({ captureMethod: 'manual' })).id
const noPreparation = async () => ''
const intents = '^POST /v1/payment_intents'

/** All calls to Stripe that create, confirm, capture, cancel or refund a payment. */
export const stripeSteps: readonly StripeStep[] = [
  {
    name: 'create',
    call: new RegExp(`${intents}$`),
    prepare: noPreparation,
    run: (shop) => shop.pay(),
  },
  {
    name: 'confirm',
    call: new RegExp(`${intents}/\\w+/confirm$`),
    prepare: noPreparation,
    run: (shop) => shop.pay(),
  },
  {
    name: 'capture',
    call: new RegExp(`${intents}/\\w+/capture$`),
    prepare: authorizePayment,
    run: (shop, id) => shop.post(`/api/transactions/${id}/capture`, { amount: '7.00' }),
  },
  {
    name: 'cancel',
    call: new RegExp(`${intents}/\\w+/cancel$`),
    prepare: authorizePayment,
    run: (shop, id) => shop.post(`/api/transactions/${id}/void`, {}),
  },
  {
    name: 'refund',
    call: /^POST \/v1\/refunds$/,
    prepare: async (shop) => (await shop.pay()).id,
    run: (shop, id) => shop.post(`/api/transactions/${id}/refunds`, { amount: '3.00' }),
  },
]
