import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { pruneIdempotencyKeys } from '#server/services/idempotency/prune-keys.ts'
import { freshDatabase } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { testApp } from '../support/test-app.ts'

const DAY_MS = 86_400_000

test('the same request with the same key gets the same response, byte for byte, and pays once', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const send = () => shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': 'order-1' })

  const first = await send()
  app.clock.advance(60_000)
  const second = await send()

  expect(first.status).toBe(201)
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(second.status).toBe(201)
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(second.body).toBe(first.body)
  expect(await app.count('transactions')).toBe(1)
})

test('key order and omitted defaults do not change a request; a quoted key is the same key', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const { customerName, customerEmail, amount } = payment()

  const first = await shop.rest(
    'POST',
    '/api/payments',
    { amount, customerName, customerEmail },
    {
      'idempotency-key': 'order-1',
    },
  )
  const second = await shop.rest(
    'POST',
    '/api/transactions',
    {
      customerEmail,
      customerName,
      currency: 'USD',
      paymentMethod: 'card',
      description: null,
      amount,
    },
    { 'idempotency-key': '"order-1"' },
  )

  expect(second.body).toBe(first.body)
  expect(await app.count('transactions')).toBe(1)
})

test('another body with the same key is refused and changes nothing', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const headers = { 'idempotency-key': 'order-1' }
  await shop.rest('POST', '/api/payments', payment(), headers)

  const other = await shop.rest('POST', '/api/payments', payment({ amount: '12.35' }), headers)
  const otherCall = await shop.rest(
    'POST',
    '/api/customers',
    { name: 'A', email: 'a@b.it' },
    headers,
  )

  for (const refused of [other, otherCall]) {
    expect(refused.status).toBe(422)
    expect(refused.json()).toMatchObject({
      code: 'unprocessable',
      reason: 'idempotency_key_reused',
    })
  }
  expect(await app.count('transactions')).toBe(1)
  expect(await app.count('customers')).toBe(1)
})

test('two merchants may use the same key independently', async () => {
  await using app = await testApp()
  const [ownKey, otherKey] = [
    await keyCaller(app, await app.person()),
    await keyCaller(app, await app.person()),
  ]
  const headers = { 'idempotency-key': 'order-1' }

  const first = await ownKey.rest('POST', '/api/payments', payment(), headers)
  const second = await otherKey.rest('POST', '/api/payments', payment({ amount: '99.00' }), headers)

  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.json().id).not.toBe(first.json().id)
})

test('an API client must send a key to pay; a person may send one', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { key } = await keyCaller(app, alice)
  const withoutKey = await app.rest({
    method: 'POST',
    url: '/api/payments',
    headers: { authorization: `Bearer ${key.secret}` },
    payload: payment(),
  })

  expect(withoutKey.status).toBe(400)
  expect(withoutKey.json().reason).toBe('idempotency_key_required')
  expect((await alice.rest('POST', '/api/payments', payment())).status).toBe(201)
  const send = () =>
    app.rest({
      method: 'POST',
      url: '/trpc/transactions.create',
      headers: {
        cookie: alice.cookie,
        'idempotency-key': 'form-1',
        'content-type': 'application/json',
      },
      payload: payment(),
    })
  const [first, second] = [await send(), await send()]
  expect(second.body).toBe(first.body)
  expect(await app.count('transactions')).toBe(2)
})

test.each([
  ['empty', ''],
  ['256 characters', 'k'.repeat(256)],
  ['300 characters', 'k'.repeat(300)],
  ['a space inside', 'a b'],
  ['letters beyond ASCII', 'ordine-è'],
])('a key that is %s is refused', async (_, key) => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())

  const refused = await shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': key })

  expect(refused.status).toBe(400)
  expect(refused.json().reason).toBe('idempotency_key_invalid')
  expect(await app.count('transactions')).toBe(0)
})

test('refused input is not stored: the corrected request may use its key', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const headers = { 'idempotency-key': 'order-1' }

  expect((await shop.rest('POST', '/api/payments', payment({ amount: '0' }), headers)).status).toBe(
    400,
  )
  expect((await shop.rest('POST', '/api/payments', payment(), headers)).status).toBe(201)
})

test('a failure that changed nothing is not stored: a retry succeeds', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const headers = { 'idempotency-key': 'order-1' }
  await app.db.schema.alterTable('rollup_days').renameTo('hidden').execute()
  expect((await shop.rest('POST', '/api/payments', payment(), headers)).status).toBe(500)
  expect(await app.count('idempotencyKeys')).toBe(0)

  await app.db.schema.alterTable('hidden').renameTo('rollup_days').execute()

  const retry = await shop.rest('POST', '/api/payments', payment(), headers)
  expect(retry.status).toBe(201)
  expect(await app.count('transactions')).toBe(1)
})

test('a refusal because of the current state is replayed unchanged, also after the state changed', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const customer = { name: 'Ada', email: 'ada@example.com' }
  const created = await shop.rest('POST', '/api/customers', customer)
  const send = () => shop.rest('POST', '/api/customers', customer, { 'idempotency-key': 'again' })

  const first = await send()
  await shop.rest('DELETE', `/api/customers/${created.json().id}`)
  const second = await send()

  expect(first.status).toBe(409)
  expect(second.status).toBe(409)
  expect(second.body).toBe(first.body)
  expect(second.headers['idempotent-replayed']).toBe('true')
})

test('a thousand requests with a hundred keys make a hundred payments', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())

  const pay = (key: number) =>
    shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': `order-${key}` })

  const responses = []
  // In waves, because more requests at once could be refused for lack of capacity.
  for (let round = 0; round < 10; round++) {
    const sent = Array.from({ length: 100 }, (_, index) => pay(round * 10 + (index % 10)))
    responses.push(...(await Promise.all(sent)))
  }

  expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  for (const { status, headers, json } of responses) {
    if (status !== 409) continue
    expect(json().reason).toBe('idempotency_in_progress')
    expect(headers['retry-after']).toBe('1')
  }
  expect(await app.count('transactions')).toBe(100)
  expect(await app.count('idempotencyKeys')).toBe(100)
  // Each request that was refused as in progress now gets its response.
  const bodies = await Promise.all(Array.from({ length: 100 }, (_, index) => pay(index)))
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(100)
  expect(await app.count('transactions')).toBe(100)
})

test('a key is kept for thirty days and is new afterwards', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const send = () => shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': 'order-1' })
  const first = await send()

  app.clock.advance(29 * DAY_MS)
  await pruneIdempotencyKeys(app.world)
  expect(await app.count('idempotencyKeys')).toBe(1)
  expect((await send()).body).toBe(first.body)

  app.clock.advance(2 * DAY_MS)
  const later = await send()
  expect(later.status).toBe(201)
  expect(later.json().id).not.toBe(first.json().id)
  app.clock.advance(31 * DAY_MS)
  await pruneIdempotencyKeys(app.world)
  expect(await app.count('idempotencyKeys')).toBe(0)
})

test('an online processor’s pending payment stores the key, whose response is the final outcome', async () => {
  let release = (): void => {}
  const askedIds: string[] = []
  const processor = createOnlineProcessor({
    pay: async ({ id }) => {
      askedIds.push(id)
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return { stage: 'succeeded' }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const shop = await keyCaller(app, await app.person())
  const send = () => shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': 'order-1' })

  const first = send()
  await expect.poll(() => askedIds.length).toBe(1)
  const meanwhile = await send()
  release()

  expect(meanwhile.status).toBe(409)
  expect(meanwhile.json().reason).toBe('idempotency_in_progress')
  const response = await first
  expect(response.json().status).toBe('success')
  expect((await send()).body).toBe(response.body)
  expect(askedIds).toHaveLength(1)
})

test('a request whose response was lost is in progress until the job finds the outcome, then replayed', async () => {
  const processor = createOnlineProcessor({
    pay: async () => {
      throw new Error('socket hang up')
    },
    readProgress: async () => ({ stage: 'failed', reason: 'card_declined' }),
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const shop = await keyCaller(app, await app.person())
  const send = () => shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': 'order-1' })

  const lost = await send()
  expect(lost.status).toBe(201)
  expect(lost.json().status).toBe('pending')
  expect((await send()).status).toBe(409)
  app.clock.advance(60_000)
  await settleDue(app.world)

  const replayed = await send()
  expect(replayed.status).toBe(201)
  expect(replayed.json()).toMatchObject({ status: 'failed', failureReason: 'card_declined' })
  expect(replayed.headers['idempotent-replayed']).toBe('true')
  expect(await app.count('transactions')).toBe(1)
})

test('a refusal stored meanwhile by another process is the response, not a failure', async () => {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url })
  const meanwhile = { run: async () => {}, transactions: Number.NEGATIVE_INFINITY }
  // Runs `meanwhile` between the transaction of the refused change and that of its refusal.
  const db = new Proxy(database.db, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name, of)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(of) : value
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof of.transaction>['execute']>[0]) => {
          if (++meanwhile.transactions === 2) await meanwhile.run()
          return of.transaction().execute(work)
        },
      })
    },
  })
  {
    await using app = await testApp({ fresh, deps: { database: { ...database, db } } })
    const shop = await keyCaller(app, await app.person())
    const send = (key: string) =>
      shop.rest(
        'POST',
        '/api/customers',
        { name: 'A', email: 'a@b.it' },
        { 'idempotency-key': key },
      )
    await send('first')
    const refused = await send('second')
    meanwhile.run = async () => {
      const row = await database.db
        .selectFrom('idempotencyKeys')
        .selectAll()
        .where('key', '=', 'second')
        .executeTakeFirstOrThrow()
      await database.db
        .insertInto('idempotencyKeys')
        .values({ ...row, key: 'third' })
        .execute()
    }
    meanwhile.transactions = 0

    const raced = await send('third')

    expect(meanwhile.transactions).toBe(2)
    expect([refused.status, raced.status]).toEqual([409, 409])
    expect(raced.body).toBe(refused.body)
    expect(raced.headers['idempotent-replayed']).toBe('true')
    expect(await app.count('customers')).toBe(1)
  }
  await database.close()
  await fresh.remove()
})
