import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Incasso, type Payment, WebhookProblem } from '#sdk/incasso.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { dialect } from '../support/database.ts'
import { MedusaServer, ShopTables } from '../support/medusa-shop.ts'
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receiver.ts'
import { ResourceStack } from '../support/resource-stack.ts'
import { startProcess } from '../support/several-processes.ts'

const SETTINGS = { SANDBOX_SETTLEMENT_MS: '200' }

let stack: ResourceStack
let receiver: Receiver
let client: Incasso
let createKey: (scopes: string[]) => Promise<string>
let options: ConstructorParameters<typeof MedusaServer>[1]
/** URLs of two processes of Incasso; SQLite allows only one. */
let urls: [string, string]

beforeAll(async () => {
  stack = new ResourceStack()
  receiver = stack.use(await startReceiver())
  const server = stack.use(await startBuiltServer(SETTINGS))
  urls = [server.url, server.url]
  if (dialect === 'postgres') {
    const second = await startProcess('web', server.databaseUrl, SETTINGS)
    stack.use({ [Symbol.asyncDispose]: second.stop })
    urls = [server.url, second.url]
  }
  const owner = await server.person()
  createKey = async (scopes) =>
    (await owner('POST', '/api/api-keys', { name: 'Medusa', scopes })).json().secret
  const key = await createKey(['read', 'write', 'refund', 'webhooks'])
  client = new Incasso({ key, baseUrl: server.url })
  const { secret } = await client.webhookEndpoints.create({ url: receiver.url, version: 'v2' })
  options = {
    key,
    baseUrl: server.url,
    webhookSecret: secret,
    returnUrl: 'http://127.0.0.1:8000/return',
    cancelUrl: 'http://127.0.0.1:8000/cart',
    capture: true,
  }
})

afterAll(() => stack[Symbol.asyncDispose]())

let tables: ShopTables
/** Two servers of the shop, each with a provider of its own. */
let shops: [MedusaServer, MedusaServer]

const openShops = (more: Partial<typeof options> = {}): [MedusaServer, MedusaServer] => [
  new MedusaServer(tables, { ...options, ...more, baseUrl: urls[0] }),
  new MedusaServer(tables, { ...options, ...more, baseUrl: urls[1] }),
]

beforeEach(() => {
  tables = new ShopTables()
  shops = openShops()
})

/** Approves a payment on the sandbox's page, as its payer. Returns the page that they see then. */
async function approve(data: Record<string, unknown>): Promise<string> {
  const url = String(data['url'])
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(url).origin,
      'sec-fetch-site': 'same-origin',
    },
    body: 'decision=approve',
  })
  expect(response.status).toBe(200)
  return response.text()
}

const typeOf = ({ body }: ReceivedRequest): string => JSON.parse(body).type

/** Waits until the server has delivered an event about a session. */
async function hookOf(
  type: string,
  sessionId: string,
  { received } = receiver,
): Promise<ReceivedRequest> {
  const find = () => received.find((each) => typeOf(each) === type && each.body.includes(sessionId))
  await expect.poll(find).toBeDefined()
  return find() as ReceivedRequest
}

const payload = ({ body, headers }: ReceivedRequest) => ({ rawData: Buffer.from(body), headers })

/** Returns all payments that any session of a cart has made. */
async function paymentsOf(cartId: string): Promise<Payment[]> {
  const payments: Payment[] = []
  const reference = cartId.replace('cart_', 'pay_col_')
  for await (const payment of client.payments.list({ reference })) payments.push(payment)
  return payments
}

/** Asserts that a cart became one order, and was paid once, by the session of the order. */
async function assertPaidOnce(cartId: string, amount: string): Promise<void> {
  const payments = await paymentsOf(cartId)
  const paid = payments.filter(({ status }) => status === 'success')
  expect(payments.filter(({ status }) => status === 'pending')).toEqual([])
  expect(paid.map(({ amounts }) => amounts.captured)).toEqual([amount])
  const orders = tables.orders.filter((order) => order.cartId === cartId)
  expect(orders.map(({ sessionId }) => sessionId)).toEqual([paid[0]?.metadata?.['session_id']])
}

describe('one order and one payment', () => {
  test('when the webhook comes before the payer returns', async () => {
    const cart = tables.addCart(49.06, { customer: { email: 'ada@example.com' } })
    const session = await shops[0].initiate(cart.id)
    const { status } = session
    const approved = await approve(session.data)
    await shops[0].receive(payload(await hookOf('payment.completed', session.id)))
    const ordered = tables.orders.length
    const order = await shops[0].complete(cart.id)

    expect([status, session.data['session_id']]).toEqual(['requires_more', session.id])
    expect(approved).toContain(`payment_session=${session.id}`)
    expect([ordered, order]).toEqual([1, tables.orders[0]])
    await assertPaidOnce(cart.id, '49.06')
  })

  test('when the payer returns before the webhook', async () => {
    const cart = tables.addCart(20.06)
    const session = await shops[0].initiate(cart.id)
    await expect(shops[0].complete(cart.id)).rejects.toThrow('was not authorized')
    await approve(session.data)
    await shops[0].complete(cart.id)
    await shops[0].receive(payload(await hookOf('payment.completed', session.id)))

    await assertPaidOnce(cart.id, '20.06')
  })

  test('when the webhook comes four times, at once and on two servers', async () => {
    const cart = tables.addCart(21.06)
    const session = await shops[0].initiate(cart.id)
    await approve(session.data)
    const hook = payload(await hookOf('payment.completed', session.id))
    const received = await Promise.all(
      [0, 1, 0, 1].map((index) => shops[index === 0 ? 0 : 1].receive(hook)),
    )

    expect(received).toEqual(Array(4).fill('captured'))
    await assertPaidOnce(cart.id, '21.06')
  })

  test('when the webhook never comes, or the payer never returns', async () => {
    const [returned, gone] = [tables.addCart(22.06), tables.addCart(23.06)]
    const [first, second] = [await shops[0].initiate(returned.id), await shops[0].initiate(gone.id)]
    await Promise.all([approve(first.data), approve(second.data)])
    await shops[0].complete(returned.id)
    await shops[0].receive(payload(await hookOf('payment.completed', second.id)))

    await assertPaidOnce(returned.id, '22.06')
    await assertPaidOnce(gone.id, '23.06')
  })

  test('when a second tab begins the payment again: the page of the first takes nothing', async () => {
    const cart = tables.addCart(24.06)
    const first = await shops[0].initiate(cart.id)
    const second = await shops[0].initiate(cart.id)
    await approve(first.data)
    await approve(second.data)
    await shops[0].complete(cart.id)

    expect(second.data['id']).not.toBe(first.data['id'])
    expect((await client.payments.get(String(first.data['id']))).stage).toBe('cancelled')
    await assertPaidOnce(cart.id, '24.06')
  })

  test('when a second tab begins the payment after the first was paid: nothing begins', async () => {
    const cart = tables.addCart(25.06)
    const first = await shops[0].initiate(cart.id)
    await approve(first.data)

    await expect(shops[1].initiate(cart.id)).rejects.toThrow('reference_paid')
    await shops[1].complete(cart.id)

    expect(tables.sessionsOf(cart.id).map(({ id }) => id)).toEqual([first.id])
    await assertPaidOnce(cart.id, '25.06')
  })

  test('when two servers begin, pay and complete at the same moment', async () => {
    const carts = Array.from({ length: 5 }, (_, n) => tables.addCart(30 + n + 0.06))
    const begin = (cartId: string, tabs: readonly number[]) =>
      Promise.allSettled(tabs.map((n) => shops[n ? 1 : 0].initiate(cartId)))
    for (const cart of carts) {
      let begun = await begin(cart.id, [0, 1, 0, 1])
      for (
        let round = 0;
        round < 3 && tables.orders.every(({ cartId }) => cartId !== cart.id);
        round++
      ) {
        const sessions = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
        await Promise.all(sessions.map(({ data }) => approve(data)))
        // A completion considers one session: each finds out that the payment of one was cancelled.
        for (let tries = 0; tries < sessions.length; tries++) {
          await Promise.allSettled(shops.map((shop) => shop.complete(cart.id)))
        }
        // Each tab can have lost its payment to another tab. Then the payer begins again in one tab.
        begun = await begin(cart.id, [0])
      }

      await assertPaidOnce(cart.id, cart.amount.toFixed(2))
    }
  })
})

test('a cart that changes is paid with its new amount, in a new session or the same', async () => {
  const cart = tables.addCart(40.06)
  const first = await shops[0].initiate(cart.id)
  cart.amount = 41.06
  const second = await shops[0].initiate(cart.id)
  const updated = await shops[0].provider.updatePayment({
    amount: { value: '42.06', precision: 20 },
    currency_code: 'eur',
    data: second.data,
  })
  await approve(first.data)
  await approve(updated.data)
  await shops[0].complete(cart.id)

  await assertPaidOnce(cart.id, '42.06')
})

test('a key with the scope shop and its own endpoint suffice, and other payments are not sent to it', async () => {
  await using own = await startReceiver()
  const key = await createKey(['shop'])
  const ofShop = new Incasso({ key, baseUrl: urls[1] })
  const { secret } = await ofShop.webhookEndpoints.create({ url: own.url, version: 'v2' })
  const other = await client.payments.create({ amount: '10.00' })
  shops = openShops({ key, webhookSecret: secret })
  const cart = tables.addCart(29.06)
  const session = await shops[0].initiate(cart.id)
  await approve(session.data)
  const hook = payload(await hookOf('payment.completed', session.id, own))
  const received = await Promise.all(shops.map((shop) => shop.receive(hook)))
  await shops[1].provider.refundPayment({
    amount: 9.06,
    data: session.data,
    context: { idempotency_key: `ref_${cart.id}` },
  })
  await hookOf('refund.completed', String(session.data['id']), own)

  expect(received).toEqual(['captured', 'captured'])
  await assertPaidOnce(cart.id, '29.06')
  await expect.poll(() => receiver.received.some(({ body }) => body.includes(other.id))).toBe(true)
  expect(own.received.filter(({ body }) => body.includes(other.id))).toEqual([])
})

test('a webhook that is forged, of another type or of another program changes nothing', async () => {
  const cart = tables.addCart(26.06)
  const session = await shops[0].initiate(cart.id)
  await approve(session.data)
  const genuine = await hookOf('payment.completed', session.id)
  const other = await client.payments.create({ amount: '10.00' })
  await expect.poll(() => receiver.received.some(({ body }) => body.includes(other.id))).toBe(true)
  const foreign = receiver.received.filter(({ body }) => !body.includes('session_id'))

  const forged = { ...payload(genuine), rawData: genuine.body.replace(session.id, 'payses_other') }
  await expect(shops[0].receive(forged)).rejects.toThrow(WebhookProblem)
  for (const hook of foreign) expect(await shops[0].receive(payload(hook))).toBe('not_supported')

  expect(foreign.length).toBeGreaterThan(0)
  expect(tables.orders).toEqual([])
})

test('an order is captured, refunded and cancelled once, however often Medusa asks', async () => {
  shops = openShops({ capture: false })
  const { provider } = shops[0]
  const [kept, dropped] = [tables.addCart(27.06), tables.addCart(28.06)]
  const session = await shops[0].initiate(kept.id)
  const other = await shops[0].initiate(dropped.id)
  await Promise.all([approve(session.data), approve(other.data)])
  await shops[0].receive(payload(await hookOf('payment.authorized', session.id)))
  await shops[0].complete(dropped.id)
  expect(await provider.getPaymentStatus({ data: session.data })).toMatchObject({
    status: 'authorized',
  })
  await expect(shops[0].initiate(dropped.id)).rejects.toThrow('is authorized')

  const captures = ['capt_1', 'capt_1', 'capt_2'].map((key) =>
    provider.capturePayment({
      data: session.data,
      context: { idempotency_key: `${key}${kept.id}` },
    }),
  )
  await Promise.all(captures)
  for (const attempt of [1, 2]) {
    const refund = {
      amount: 7.06,
      data: session.data,
      context: { idempotency_key: `ref_${kept.id}` },
    }
    expect((await provider.refundPayment(refund)).data['id'], String(attempt)).toBe(
      session.data['id'],
    )
  }
  for (let attempt = 0; attempt < 2; attempt++) await provider.cancelPayment({ data: other.data })

  const [paid] = await paymentsOf(kept.id)
  expect(paid?.amounts).toMatchObject({ captured: '27.06', refunded: '7.06' })
  expect(await provider.getPaymentStatus({ data: other.data })).toMatchObject({
    status: 'canceled',
  })
  await expect(provider.cancelPayment({ data: session.data })).rejects.toMatchObject({
    status: 409,
  })
})
