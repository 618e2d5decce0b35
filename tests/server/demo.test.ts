import { expect, test } from 'vitest'
import { demoPayments } from '#server/features/demo/demo.rules.ts'
import { ledgerCheck } from '#server/ops/ledger-check.ts'
import { verbs } from '#server/ops/verbs.ts'
import { addDays, addMonths, monthOf } from '#server/shared/day.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

test('the demo tells the same story every time', () => {
  const payments = demoPayments()

  expect(demoPayments()).toEqual(payments)
  expect(payments.length).toBeGreaterThan(800)
  expect(new Set(payments.map(({ daysAgo }) => daysAgo)).size).toBe(90)
  expect(payments.every(({ timeMs }) => timeMs >= 0 && timeMs < 86_400_000)).toBe(true)
})

test.each(['2026-03-10', '2026-03-20', '2026-03-31', '2026-04-15'])(
  'in the demo of %s most of last month’s customers come back, and some do not',
  (today) => {
    const payersIn = (month: string) =>
      new Set(
        demoPayments()
          .filter(({ status }) => status === 'success')
          .filter(({ daysAgo }) => monthOf(addDays(today, -daysAgo)) === month)
          .map(({ customer }) => customer),
      )
    const before = payersIn(addMonths(monthOf(today), -1))
    const now = payersIn(monthOf(today))
    const returned = [...before].filter((customer) => now.has(customer))

    const retention = (returned.length / before.size) * 100

    expect(retention).toBeGreaterThan(20)
    expect(retention).toBeLessThan(95)
  },
)

test('the latest bank transfers of a demo are on their way, and arrive', async () => {
  await using app = await testApp()
  const visitor = await app.person({ isOnboarded: false })
  await visitor.api.demo.create.mutate({ timezone: 'Europe/Rome' })

  const pending = await visitor.api.transactions.list.query({ status: 'pending', limit: 50 })

  expect(pending.total).toBeGreaterThan(0)
  expect(new Set(pending.data.map(({ paymentMethod }) => paymentMethod))).toEqual(new Set(['bank']))
  expect(await app.settle()).toBe(0)
  app.clock.advance(2 * 86_400_000)
  expect(await app.settle()).toBe(pending.total)
  expect((await ledgerCheck(app.world)).findings).toEqual([])
})

test('a demo is a merchant of its own, full, sound, and gone with one call', async () => {
  await using app = await testApp()
  const [alice, visitor] = [await app.person(), await app.person({ isOnboarded: false })]
  await alice.api.transactions.create.mutate(payment())

  const merchant = await visitor.api.demo.create.mutate({ timezone: 'Europe/Rome' })

  expect(merchant).toMatchObject({ businessName: 'Caffè Demo', verificationStatus: 'verified' })
  expect(await visitor.api.demo.state.query()).toEqual({ isDemo: true })
  expect(await alice.api.demo.state.query()).toEqual({ isDemo: false })
  const stats = await visitor.api.dashboard.stats.query()
  // The clock stands at one in the afternoon in Rome: the rest of today has not happened.
  const past = demoPayments().filter(
    ({ daysAgo, timeMs }) => daysAgo > 0 || timeMs <= 13 * 3_600_000,
  )
  expect(stats.totalTransactions).toBe(past.length)
  expect(stats.change.activeCustomers).not.toBe(-100)
  expect(stats.change.totalRevenue).not.toBeNull()
  expect(stats.successRate).toBeGreaterThan(85)
  const found = await visitor.api.transactions.list.query({ search: 'moka' })
  expect(found.total).toBeGreaterThan(5)
  expect((await ledgerCheck(app.world)).findings).toEqual([])
  expect((await alice.api.dashboard.stats.query()).totalTransactions).toBe(1)

  await visitor.api.demo.remove.mutate({})

  expect((await visitor.rest('GET', '/api/merchants')).status).toBe(401)
  expect(await app.count('merchants')).toBe(1)
  expect(await app.count('transactions')).toBe(1)
  expect(await app.count('customers')).toBe(1)
  expect((await ledgerCheck(app.world)).findings).toEqual([])
})

test('nobody removes a merchant that is no demo, and nobody makes one outside development', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await expect(alice.api.demo.remove.mutate({})).rejects.toMatchObject({
    data: { code: 'forbidden', reason: 'not_a_demo' },
  })
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
  await expect(alice.api.demo.create.mutate({ timezone: 'UTC' })).rejects.toMatchObject({
    data: { code: 'conflict' },
  })
  expect(await app.count('transactions')).toBe(0)

  await using staging = await testApp({ environment: { APP_ENV: 'staging' } })
  const visitor = await staging.person({ isOnboarded: false })
  await expect(visitor.api.demo.create.mutate({ timezone: 'UTC' })).rejects.toMatchObject({
    data: { code: 'forbidden', reason: 'no_demo' },
  })
  expect(await staging.count('merchants')).toBe(0)
})

test('an operator gives somebody who signed up a demo, once and in development', async () => {
  await using app = await testApp()
  const ada = await app.person({ isOnboarded: false })
  const ctx = {
    ...app.world,
    actor: { type: 'system', job: 'ops' } as const,
    requestId: 'ops',
    address: null,
  }
  const lines: string[] = []
  const demo = (more: object, ...words: string[]) =>
    verbs.demo?.run({ ...ctx, ...more }, words, (line) => lines.push(line))
  const staging = { config: { ...app.world.config, environment: 'staging' as const } }

  await expect(demo({}, 'nobody@example.com')).rejects.toThrow('Name a person')
  await expect(demo({}, ada.email, '--timezone', 'Mars/Olympus')).rejects.toThrow()
  await expect(demo(staging, ada.email)).rejects.toThrow('in development only')
  expect(await app.count('merchants')).toBe(0)

  expect(await demo({}, ada.email.toUpperCase(), '--timezone', 'Europe/Rome')).toBe(0)
  const merchant = (await ada.rest('GET', '/api/merchants')).json()
  expect(lines).toEqual([`${merchant.id} (Caffè Demo) belongs to ${ada.email}`])
  expect(merchant.timezone).toBe('Europe/Rome')
  expect((await ledgerCheck(app.world)).findings).toEqual([])
  await expect(demo({}, ada.email)).rejects.toThrow()
  expect(await app.count('merchants')).toBe(1)
})
