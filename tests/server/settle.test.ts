import { expect, test } from 'vitest'
import { settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { testApp } from '../support/test-app.ts'

test('a payment of an online processor is stored as pending before the processor is called', async () => {
  let storedBefore: string | undefined
  const processor = createOnlineProcessor({
    begin: async ({ id }) => {
      const row = await app.db
        .selectFrom('transactions')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst()
      storedBefore = row?.status
      return { ref: 'pi_1' }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const alice = await app.person()

  const { json } = await alice.rest('POST', '/api/payments', payment())

  expect(storedBefore).toBe('pending')
  expect(json().status).toBe('success')
  expect((await alice.api.dashboard.stats.query()).totalRevenue).toBe('12.34')
})

test('the processor’s reference of a payment is on disk before money may move', async () => {
  let refBefore: string | null | undefined
  const processor = createOnlineProcessor({
    pay: async ({ id, ref }) => {
      const row = await app.db
        .selectFrom('transactions')
        .select('processorRef')
        .where('id', '=', id)
        .executeTakeFirst()
      refBefore = row?.processorRef
      expect(ref).toBe(`pi_${id}`)
      return { stage: 'succeeded' }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const alice = await app.person()

  const { json } = await alice.rest('POST', '/api/payments', payment())

  expect(refBefore).toBe(`pi_${json().id}`)
})

test.each(['before', 'after'] as const)(
  'a response lost %s the money moved leaves a pending payment, and polling finds out which',
  async (moment) => {
    const processor = createOnlineProcessor({
      pay: async ({ id, amount }) => {
        if (moment === 'after') processor.taken.set(id, amount)
        throw new Error('socket hang up')
      },
    })
    await using app = await testApp({ deps: depsWithProcessor(processor) })
    const shop = await keyCaller(app, await app.person())
    const send = () => shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': 'a' })

    const lost = await send()
    expect(lost.status).toBe(201)
    expect(lost.json().status).toBe('pending')
    expect((await send()).json().reason).toBe('idempotency_in_progress')

    app.clock.advance(60_000)
    expect(await settleDue(app.world)).toBe(1)

    expect(processor.called('pay')).toHaveLength(1)
    expect(processor.called('readProgress')).toEqual([lost.json().id])
    const found = await shop.rest('GET', `/api/transactions/${lost.json().id}`)
    expect(found.json().status).toBe(moment === 'after' ? 'success' : 'pending')
    if (moment === 'after') {
      const again = await send()
      expect(again.status).toBe(201)
      expect(again.json().status).toBe('success')
      expect(again.headers['idempotent-replayed']).toBe('true')
    }
    expect(await ledgerFindings(app)).toEqual([])
  },
)

test('a payment that its processor never received ends as not sent, and no money moves', async () => {
  const processor = createOnlineProcessor({
    begin: async () => {
      throw new Error('connect ECONNREFUSED')
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const alice = await app.person()

  const lost = await alice.rest('POST', '/api/payments', payment())
  expect(lost.json().status).toBe('pending')
  app.clock.advance(60_000)
  await settleDue(app.world)

  const found = await alice.api.transactions.get.query({ id: lost.json().id })
  expect(found).toMatchObject({ status: 'failed', failureReason: 'not_sent' })
  expect(processor.called('pay')).toEqual([])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payment that cannot be settled does not delay the others, and is polled ever less often', async () => {
  const brokenIds = new Set<string>()
  const processor = createOnlineProcessor({
    pay: async ({ createdAtMs }) => ({ stage: 'processing', pollAtMs: createdAtMs }),
    readProgress: async ({ id }) => {
      if (brokenIds.has(id)) throw new Error('unknown charge')
      return { stage: 'failed', reason: 'expired' }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const alice = await app.person()
  const first = await alice.api.transactions.create.mutate(payment())
  const second = await alice.api.transactions.create.mutate(payment())
  brokenIds.add(first.id)

  await settleDue(app.world)

  const statusOf = async (id: string) => (await alice.api.transactions.get.query({ id })).status
  expect(await statusOf(first.id)).toBe('pending')
  expect(await statusOf(second.id)).toBe('failed')
  expect(app.logs).toContainEqual(expect.objectContaining({ level: 50, transaction: first.id }))

  expect(await settleDue(app.world)).toBe(0)
  app.clock.advance(1_000)
  expect(await settleDue(app.world)).toBe(1)
  app.clock.advance(1_000)
  expect(await settleDue(app.world)).toBe(0)
  app.clock.advance(4_000)
  brokenIds.clear()
  expect(await settleDue(app.world)).toBe(1)
  expect(await statusOf(first.id)).toBe('failed')
})

test('two processes poll each due payment once', async () => {
  const processor = createOnlineProcessor({
    pay: async ({ createdAtMs }) => ({ stage: 'processing', pollAtMs: createdAtMs }),
    readProgress: async () => ({ stage: 'succeeded' }),
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const alice = await app.person()
  await Promise.all(
    Array.from({ length: 20 }, () => alice.rest('POST', '/api/payments', payment())),
  )

  const settledCounts = await Promise.all([settleDue(app.world), settleDue(app.world)])

  expect(settledCounts[0] + settledCounts[1]).toBe(20)
  expect(new Set(processor.called('readProgress')).size).toBe(20)
  expect(processor.called('readProgress')).toHaveLength(20)
  expect(await ledgerFindings(app)).toEqual([])
})

test('an account has at most eight polls at a time, and a hanging processor delays no other merchant', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const [running, maxRunning] = [new Map<string, number>(), new Map<string, number>()]
  const processor = createOnlineProcessor({
    pay: async ({ createdAtMs }) => ({ stage: 'processing', pollAtMs: createdAtMs }),
    readProgress: async ({ merchantId }) => {
      const count = (running.get(merchantId) ?? 0) + 1
      running.set(merchantId, count)
      maxRunning.set(merchantId, Math.max(count, maxRunning.get(merchantId) ?? 0))
      if (merchantId === alice.merchant.id) await released
      running.set(merchantId, (running.get(merchantId) ?? 1) - 1)
      return { stage: 'succeeded' }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const [alice, bob] = [await app.person(), await app.person()]
  for (const person of [alice, bob]) {
    await Promise.all(
      Array.from({ length: 20 }, () => person.rest('POST', '/api/payments', payment())),
    )
  }

  const settling = settleDue(app.world)
  const statuses = async () =>
    (await bob.api.transactions.list.query({ status: 'success' })).data.length
  await expect.poll(statuses, { timeout: 60_000 }).toBe(20)
  expect((await alice.api.transactions.list.query({ status: 'success' })).data).toEqual([])
  release()

  expect(await settling).toBe(40)
  expect(maxRunning.get(alice.merchant.id)).toBe(8)
  expect(maxRunning.get(bob.merchant.id)).toBeLessThanOrEqual(8)
})
