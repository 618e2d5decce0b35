import { randomUUID } from 'node:crypto'
import type { Owner } from './flows/owner.ts'
import type { KeepAliveClient } from './keep-alive.ts'
import type { KillStep } from './kill-target.ts'
import { payment } from './make.ts'
import type { PayPalAccount } from './paypal/account.ts'
import type { PayPalStandIn } from './paypal/paypal-stand-in.ts'

type Json = ReturnType<typeof JSON.parse>

/** The API client of a merchant with PayPal payments, and the payer who approves them. */
export class PayPalPayer {
  readonly #owner: Owner
  readonly #client: KeepAliveClient
  readonly #paypal: PayPalStandIn
  readonly #account: PayPalAccount

  constructor(owner: Owner, client: KeepAliveClient, paypal: PayPalStandIn) {
    this.#owner = owner
    this.#client = client
    this.#paypal = paypal
    this.#account = paypal.addAccount()
  }

  async connect(): Promise<void> {
    await this.#owner.must({
      method: 'POST',
      path: '/api/processor-accounts',
      body: { processor: 'paypal', secretKey: this.#account.key, makeWebhook: false },
    })
  }

  /** Returns the amounts that moved at PayPal. */
  movedAmounts() {
    return this.#paypal.movedBy(this.#account)
  }

  /** Returns the body of any response. Throws when there is none. */
  async post(path: string, body: object): Promise<Json> {
    const response = await this.#client.send({
      method: 'POST',
      path,
      headers: {
        ...this.#owner.keyHeaders,
        'idempotency-key': randomUUID(),
        'api-version': 'v2',
      },
      body,
    })
    return JSON.parse(response.body)
  }

  pay(more: object = {}): Promise<Json> {
    const order = payment({ amount: '10.00', currency: 'EUR', paymentMethod: 'paypal' })
    return this.post('/api/transactions', { ...order, ...more })
  }

  /** Starts a payment that its payer approves, and returns its id and the path to which the payer returns. */
  async approve(more: object = {}): Promise<{ id: string; backPath: string }> {
    const { id, next } = await this.pay(more)
    this.approveAll()
    return { id, backPath: `${new URL(next.url).pathname}/back` }
  }

  /** Approves every order that was not approved yet, also orders that Incasso has given up. */
  approveAll(): void {
    for (const { id, status } of this.#account.orders.values()) {
      if (status === 'PAYER_ACTION_REQUIRED') this.#paypal.approve(this.#account, id)
    }
  }

  /** Requests the URL of Incasso to which PayPal sends the payer back. */
  comeBack = (path: string): Promise<unknown> => this.#client.send({ path })

  /** Starts a payment, and has its money taken or authorized. Returns its id. */
  async take(more: object = {}): Promise<string> {
    const { id, backPath } = await this.approve(more)
    await this.comeBack(backPath)
    return id
  }
}

const manual = { captureMethod: 'manual' }

/** Steps of a drill, one for each call to PayPal that moves or returns money; the server is killed during this call. */
export const payPalSteps = (payer: PayPalPayer): readonly KillStep[] => [
  {
    name: 'order',
    call: /^POST \/v2\/checkout\/orders$/,
    prepare: async () => '',
    run: () => payer.pay(),
  },
  {
    name: 'take',
    call: /^POST \/v2\/checkout\/orders\/\w+\/capture$/,
    prepare: async () => (await payer.approve()).backPath,
    run: (path) => payer.comeBack(path),
  },
  {
    name: 'authorize',
    call: /^POST \/v2\/checkout\/orders\/\w+\/authorize$/,
    prepare: async () => (await payer.approve(manual)).backPath,
    run: (path) => payer.comeBack(path),
  },
  {
    name: 'capture',
    call: /^POST \/v2\/payments\/authorizations\/\w+\/capture$/,
    prepare: () => payer.take(manual),
    run: (id) => payer.post(`/api/transactions/${id}/capture`, { amount: '7.00' }),
  },
  {
    name: 'void',
    call: /^POST \/v2\/payments\/authorizations\/\w+\/void$/,
    prepare: () => payer.take(manual),
    run: (id) => payer.post(`/api/transactions/${id}/void`, {}),
  },
  {
    name: 'refund',
    call: /^POST \/v2\/payments\/captures\/\w+\/refund$/,
    prepare: () => payer.take(),
    run: (id) => payer.post(`/api/transactions/${id}/refunds`, { amount: '3.00' }),
  },
]
