import { expect, test } from 'vitest'
import { settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { testApp } from '../support/test-app.ts'

const V2 = { 'api-version': 'v2' }
/** An amount whose sandbox payment waits for its payer. */
const OPEN = '10.06'

const order = (more: Parameters<typeof payment>[0] = {}) =>
  payment({ amount: OPEN, reference: 'A-1042', ...more })

test('an order that is created again with the same amount gets its open payment, with status 200', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())

  const first = await shop.rest('POST', '/api/payments', order(), V2)
  const again = await shop.rest('POST', '/api/payments', order({ customerName: 'Eve' }), V2)

  expect([first.status, again.status]).toEqual([201, 200])
  expect(first.json()).toMatchObject({ reference: 'A-1042', stage: 'requires_action' })
  // The link for the payer is encrypted again for each response.
  const { next: firstNext, ...firstPayment } = first.json()
  const { next: secondNext, ...secondPayment } = again.json()
  expect(secondPayment).toEqual(firstPayment)
  expect([firstNext.type, secondNext.type]).toEqual(['redirect', 'redirect'])
  expect(await app.count('transactions')).toBe(1)
  expect(await app.count('customers')).toBe(1)
})

test('another amount, currency or capture method is refused with the payment that is open', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const first = (await shop.rest('POST', '/api/payments', order())).json()

  for (const changed of [
    { amount: '11.06' },
    { currency: 'EUR' as const },
    { captureMethod: 'manual' as const },
  ]) {
    const refused = await shop.rest('POST', '/api/payments', order(changed))
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ reason: 'reference_open', transactionId: first.id })
  }
  expect(await app.count('transactions')).toBe(1)
})

test('a paid order is not paid again, on either API, and a failed one can be', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = await keyCaller(app, owner)
  const declined = await shop.rest('POST', '/api/payments', order({ amount: '10.01' }))
  const paid = await shop.rest('POST', '/api/payments', order({ amount: '10.00' }))

  const again = await shop.rest('POST', '/api/payments', order({ amount: '10.00' }))

  expect([declined.json().status, paid.json().status]).toEqual(['failed', 'success'])
  expect(again.status).toBe(409)
  expect(again.json()).toMatchObject({
    code: 'conflict',
    reason: 'reference_paid',
    transactionId: paid.json().id,
  })
  await expect(
    owner.api.transactions.create.mutate(order({ amount: '10.00' })),
  ).rejects.toMatchObject({
    data: { reason: 'reference_paid', transactionId: paid.json().id },
  })
  expect(await app.count('transactions')).toBe(2)
})

test('an open payment that is cancelled leaves its reference free', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const first = (await shop.rest('POST', '/api/payments', order())).json()
  await shop.rest('POST', `/api/transactions/${first.id}/void`, {})

  const second = await shop.rest('POST', '/api/payments', order({ amount: '12.00' }))

  expect(second.status).toBe(201)
  expect(second.json().id).not.toBe(first.id)
})

test('a repeated Idempotency-Key gets its first response, a new payment, an open one or a refusal', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const send = (key: string, more = {}) =>
    shop.rest('POST', '/api/payments', order(more), { 'idempotency-key': key })
  const first = await send('one')
  const second = await send('two')
  const refused = await send('three', { amount: '11.06' })
  await shop.rest('POST', `/api/transactions/${first.json().id}/void`, {})

  expect([first.status, second.status, refused.status]).toEqual([201, 200, 409])
  const replays = [await send('one'), await send('two'), await send('three', { amount: '11.06' })]
  expect(replays.map(({ status, body }) => [status, body])).toEqual(
    [first, second, refused].map(({ status, body }) => [status, body]),
  )
  for (const { headers } of replays) expect(headers['idempotent-replayed']).toBe('true')
  expect(await app.count('transactions')).toBe(1)
})

test('twenty requests for an order at once make one payment, with and without keys', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = await keyCaller(app, owner)

  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? shop.rest('POST', '/api/payments', order())
        : owner.rest('POST', '/api/payments', order()),
    ),
  )

  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
  expect(new Set(responses.map(({ json }) => json().id)).size).toBe(1)
  expect(await app.count('transactions')).toBe(1)
})

test('twenty declined requests at once are all stored, since a failed payment leaves the reference free', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())

  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      shop.rest('POST', '/api/payments', order({ amount: '10.01' })),
    ),
  )

  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(await app.count('transactions')).toBe(20)
})

test.runIf(dialect === 'postgres')(
  'two processes that take forty orders in opposite directions at once make one payment of each',
  async () => {
    const fresh = await freshDatabase()
    const first = await testApp({ fresh })
    const second = await testApp({ fresh })
    const { key, rest } = await keyCaller(first, await first.person())
    const callers = [rest, restWith(second, key.secret)]
    const references = Array.from({ length: 20 }, (_, n) => `order-${n}`)

    const responses = await Promise.all(
      callers.flatMap((caller, at) =>
        (at === 0 ? references : references.toReversed()).map((reference) =>
          caller('POST', '/api/payments', order({ reference })),
        ),
      ),
    )

    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      ...Array(20).fill(200),
      ...Array(20).fill(201),
    ])
    expect(await first.count('transactions')).toBe(20)
    await first[Symbol.asyncDispose]()
    await second[Symbol.asyncDispose]()
    await fresh.remove()
  },
)

test('a payment at an online processor is created there once, however often its order is sent', async () => {
  const processor = createOnlineProcessor({
    pay: async (_payment, nowMs) => ({ stage: 'awaiting_payer', pollAtMs: nowMs + 60_000 }),
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const shop = await keyCaller(app, await app.person())

  const responses = await Promise.all(
    Array.from({ length: 20 }, () => shop.rest('POST', '/api/payments', order())),
  )

  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
  expect(processor.called('begin')).toHaveLength(1)
})

test('the two books, and two merchants, use the same reference independently', async () => {
  await using app = await testApp()
  const [one, other] = [await app.person(), await app.person()]

  const responses = [
    await one.rest('POST', '/api/payments', order()),
    await other.rest('POST', '/api/payments', order()),
  ]

  expect(responses.map(({ status }) => status)).toEqual([201, 201])
})

test('a payment is found by its reference: by the filter, by search and in an export', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const { id } = (await shop.rest('POST', '/api/payments', order())).json()
  await shop.rest('POST', '/api/payments', order({ reference: 'A-10421' }))
  await shop.rest('POST', '/api/payments', payment())
  const list = async (query: string) =>
    (await shop.rest('GET', `/api/transactions?${query}`, undefined, V2)).json()

  expect(await list('reference=A-1042')).toMatchObject({ total: 1, data: [{ id }] })
  expect((await list('search=a-1042')).total).toBe(2)
  expect((await list('reference=A-1')).total).toBe(0)
  const csv = await shop.rest('GET', '/api/transactions/export?reference=A-1042&withReference=true')
  const [head, row] = csv.body.trim().split('\r\n')
  expect([head?.split(',').at(-1), row?.split(',').at(-1)]).toEqual(['Reference', 'A-1042'])
  const plain = await shop.rest('GET', '/api/transactions/export')
  expect(plain.body.split('\r\n')[0]).not.toContain('Reference')
})

test.each([
  ['empty', ' '],
  ['too long', 'x'.repeat(101)],
  ['a card number', '4111 1111 1111 1111'],
  ['two lines', 'a\nb'],
])('a reference that is %s is refused', async (_, reference) => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())

  const refused = await shop.rest('POST', '/api/payments', order({ reference }))

  expect(refused.status).toBe(400)
  expect(refused.json().issues).toMatchObject([{ path: 'reference' }])
  expect(await app.count('transactions')).toBe(0)
})

test('an erasure removes a reference that names the customer, and keeps an order number', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const named = (
    await shop.rest('POST', '/api/payments', order({ reference: 'ADA ROSSI 7' }))
  ).json()
  const numbered = (await shop.rest('POST', '/api/payments', order())).json()

  await shop.rest('DELETE', `/api/customers/${named.customerId}`)

  const read = async (id: string) =>
    (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json().reference
  expect([await read(named.id), await read(numbered.id)]).toEqual([null, 'A-1042'])
})

test('a payment whose processor never received it leaves its reference free', async () => {
  const processor = createOnlineProcessor({
    begin: () => new Promise(() => {}),
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const owner = await app.person()
  void owner.rest('POST', '/api/payments', order())
  await expect.poll(() => app.count('transactions')).toBe(1)
  app.clock.advance(61_000)
  await settleDue(app.world)

  const second = owner.rest('POST', '/api/payments', order({ amount: '11.06' }))

  await expect.poll(() => app.count('transactions')).toBe(2)
  void second
})
