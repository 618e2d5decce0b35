import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Incasso, type NewPayment, verifyWebhook } from '#sdk/incasso.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { keyCaller } from '../support/key.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { deliverAll, setWebhookUrl } from '../support/webhooks.ts'

let app: TestApp
let owner: Person
let key: string
let baseUrl: string
let client: Incasso

beforeAll(async () => {
  app = await testApp()
  owner = await app.person()
  const shop = await keyCaller(app, owner, { scopes: ['read', 'write', 'refund', 'disputes'] })
  key = shop.key.secret
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  baseUrl = `http://127.0.0.1:${port}`
  client = new Incasso({ key, baseUrl })
})

afterAll(() => app[Symbol.asyncDispose]())

const order = (more: Partial<NewPayment> = {}): NewPayment => ({
  amount: '12.34',
  customerName: 'Ada Rossi',
  customerEmail: 'ada@example.com',
  ...more,
})

test('a payment is created, read, captured and voided', async () => {
  const held = await client.payments.create(order({ captureMethod: 'manual' }))
  const captured = await client.payments.capture(held.id, { amount: '10.00' })
  const read = await client.payments.get(captured.transactionId)
  const released = await client.payments.create(order({ captureMethod: 'manual' }))
  const voided = await client.payments.void(released.id)

  expect(held).toMatchObject({ stage: 'authorized', amounts: { authorized: '12.34' } })
  expect(read).toMatchObject({ id: held.id, status: 'success', amounts: { captured: '10.00' } })
  expect(read.events.length).toBeGreaterThan(1)
  expect(voided.status).toBe('failed')
})

test('a bank transfer is recorded as received', async () => {
  const pending = await client.payments.create(order({ paymentMethod: 'bank' }))

  const received = await client.payments.updateStatus(pending.id, { status: 'success' })

  expect([pending.status, received.status]).toEqual(['pending', 'success'])
})

test('a list is walked over several pages, each row once', async () => {
  const customerEmail = 'lists@example.com'
  const created: string[] = []
  for (let count = 0; count < 7; count++) {
    created.push((await client.payments.create(order({ customerEmail }))).id)
  }

  const walked: string[] = []
  const list = client.payments.list({ search: customerEmail, limit: 3 })
  for await (const { id } of list) walked.push(id)
  const sizes: number[] = []
  for await (const page of list.pages()) sizes.push(page.data.length)
  const first: string[] = []
  for await (const { id } of list) {
    first.push(id)
    if (first.length === 2) break
  }

  expect(walked).toEqual(created.toReversed())
  expect(sizes).toEqual([3, 3, 1])
  expect(first).toEqual(walked.slice(0, 2))
  expect(await list.firstPage()).toMatchObject({ total: 7, totalExact: true })
})

test('a refund is made, found and exported', async () => {
  const { id } = await client.payments.create(order())
  const part = await client.payments.refund(id, { amount: '2.00', reason: 'goodwill' })
  const remaining = await client.payments.refund(id)
  const listed: string[] = []
  for await (const refund of client.refunds.list({ transactionId: id })) listed.push(refund.id)
  const csv = await (await client.refunds.export({ search: part.transactionId })).text()

  expect([part.amount, remaining.amount]).toEqual(['2.00', '10.34'])
  expect(listed.toSorted()).toEqual([part.id, remaining.id].toSorted())
  expect((await client.refunds.get(part.id)).events.length).toBeGreaterThan(0)
  expect(csv).toContain('10.34')
})

test('customers, links, takings and figures are called as described', async () => {
  const customer = await client.customers.create({ name: 'Ugo Neri', email: 'ugo@example.com' })
  await client.customers.update(customer.id, { name: 'Ugo Bruni' })
  const link = await client.paymentLinks.create({ title: 'Dinner', amount: '40.00' })
  const paused = await client.paymentLinks.pause(link.id)
  const closed = await client.paymentLinks.close(link.id)
  await client.customers.erase(customer.id)

  expect([link.status, paused.status, closed.status]).toEqual(['active', 'paused', 'closed'])
  expect((await client.customers.get(customer.id)).name).not.toContain('Ugo')
  expect((await client.takings.list({ from: '2026-03-01' })).totals.length).toBeGreaterThan(0)
  expect((await client.figures.summary({ range: '30d' })).averageValue).toBeDefined()
  expect((await client.merchant()).id).toBe(owner.merchant.id)
})

describe('a refusal is a problem', () => {
  test('with the fields at fault', async () => {
    await expect(client.payments.create(order({ amount: '0.00' }))).rejects.toMatchObject({
      name: 'IncassoProblem',
      status: 400,
      code: 'invalid',
      issues: [{ path: 'amount' }],
      requestId: expect.stringMatching(/^req_/),
    })
  })

  test('with its reason', async () => {
    const { id } = await client.payments.create(order())
    await client.payments.refund(id)
    const stranger = new Incasso({ key: `${key.slice(0, -3)}aaa`, baseUrl })
    const reader = await keyCaller(app, owner, { scopes: ['read'] })
    const readOnly = new Incasso({ key: reader.key.secret, baseUrl })
    await client.payments.create(order(), { idempotencyKey: 'sdk-reused' })
    const before = await app.count('transactions')

    await expect(client.payments.refund(id)).rejects.toMatchObject({ status: 409 })
    await expect(client.payments.get('txn_unknown')).rejects.toMatchObject({ status: 404 })
    await expect(stranger.payments.create(order())).rejects.toMatchObject({
      reason: 'key_unknown',
    })
    await expect(readOnly.payments.create(order())).rejects.toMatchObject({
      reason: 'scope_missing',
    })
    const reused = client.payments.create(order({ amount: '1.00' }), {
      idempotencyKey: 'sdk-reused',
    })
    await expect(reused).rejects.toMatchObject({ reason: 'idempotency_key_reused' })
    expect(await app.count('transactions')).toBe(before)
  })
})

describe('a payment whose response was lost is made once', () => {
  test.each([
    ['before the response', false],
    ['in the body', true],
  ])('%s', async (_, isInBody) => {
    await using proxy = await startCuttingProxy(baseUrl, { count: 3, isInBody })
    const cut = new Incasso({ key, baseUrl: proxy.url, environment: { sleep: async () => {} } })
    const before = await app.count('transactions')

    const payment = await cut.payments.create(order())

    expect(proxy.lostCount()).toBe(3)
    expect(await app.count('transactions')).toBe(before + 1)
    expect((await client.payments.get(payment.id)).amount).toBe('12.34')
  })

  test('and a refund too', async () => {
    const { id } = await client.payments.create(order())
    await using proxy = await startCuttingProxy(baseUrl, { count: 2 })
    const cut = new Incasso({ key, baseUrl: proxy.url, environment: { sleep: async () => {} } })

    await cut.payments.refund(id, { amount: '2.00' })

    expect(proxy.lostCount()).toBe(2)
    expect((await client.payments.get(id)).amounts.refunded).toBe('2.00')
  })

  test('an erasure succeeds', async () => {
    const { id } = await client.customers.create({ name: 'Eva Bo', email: 'eva@example.com' })
    await using proxy = await startCuttingProxy(baseUrl, { count: 1 })
    const cut = new Incasso({ key, baseUrl: proxy.url, environment: { sleep: async () => {} } })

    await cut.customers.erase(id)

    expect(proxy.lostCount()).toBe(1)
  })
})

test('deliveries of the server verify, before, during and after a rotation of the secret', async () => {
  await using receiver = await startReceiver()
  const { id, secret } = await setWebhookUrl(owner, receiver.url, { version: 'v2' })
  const last = () => {
    const delivery = receiver.received.at(-1)
    return [delivery?.body ?? '', delivery?.headers ?? {}] as const
  }
  const options = () => ({ now: new Date(app.clock.now()) })
  await deliverAll(app)

  const payment = await client.payments.create(order({ customerName: 'Zoë 𝕏' }))
  await deliverAll(app)
  const event = await verifyWebhook(...last(), secret, options())
  expect(event).toMatchObject({ type: 'payment.completed', data: { id: payment.id } })
  expect((await client.webhookEvents.get(event.id)).status).toBe('success')

  const rotation = await owner.rest('POST', `/api/integrations/${id}/rotate-secret`, {})
  const next: string = rotation.json().secret
  await client.webhookEvents.test({ eventType: 'payment.failed' })
  await deliverAll(app)
  for (const own of [secret, next]) {
    expect((await verifyWebhook(...last(), own, options())).type).toBe('payment.failed')
  }
})
