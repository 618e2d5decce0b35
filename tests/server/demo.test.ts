import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { demoPayments, paymentsUntil } from '#server/features/demo/demo.rules.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { verbs } from '#server/ops/verbs.ts'
import { addDays, addMonths, monthOf } from '#server/shared/day.ts'
import { freshDatabase } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const newGuestEmail = () => `demo-${randomUUID()}@example.com`

test('the demo’s payments are the same every time', () => {
  const payments = demoPayments()

  expect(demoPayments()).toEqual(payments)
  expect(payments.length).toBeGreaterThan(800)
  expect(new Set(payments.map(({ daysAgo }) => daysAgo)).size).toBe(90)
  expect(payments.every(({ timeMs }) => timeMs >= 0 && timeMs < 86_400_000)).toBe(true)
})

test.each(['2026-03-10', '2026-03-20', '2026-03-31', '2026-04-15'])(
  'most of last month’s customers return in the demo of %s, and some do not',
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

test('the latest bank transfers of a demo are pending, and arrive', async () => {
  await using app = await testApp()
  const visitor = await app.person({ isOnboarded: false })
  await visitor.api.demo.create.mutate({ timezone: 'Europe/Rome' })

  const pending = await visitor.api.transactions.list.query({ status: 'pending', limit: 50 })

  expect(pending.total).toBeGreaterThan(0)
  expect(new Set(pending.data.map(({ paymentMethod }) => paymentMethod))).toEqual(new Set(['bank']))
  expect(await app.settle()).toBe(0)
  app.clock.advance(2 * 86_400_000)
  expect(await app.settle()).toBe(pending.total)
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('a demo is a separate merchant, complete and consistent, and one call removes it', async () => {
  await using app = await testApp()
  const [alice, visitor] = [await app.person(), await app.person({ isOnboarded: false })]
  await alice.api.transactions.create.mutate(payment())

  const merchant = await visitor.api.demo.create.mutate({ timezone: 'Europe/Rome' })

  expect(merchant).toMatchObject({ businessName: 'Caffè Demo', verificationStatus: 'verified' })
  expect(await visitor.api.demo.state.query()).toEqual({ isDemo: true })
  expect(await alice.api.demo.state.query()).toEqual({ isDemo: false })
  const stats = await visitor.api.dashboard.stats.query()
  // It is one in the afternoon in Rome: later payments of today have not happened yet.
  const pastPayments = paymentsUntil(demoPayments(), 13 * HOUR_MS)
  expect(stats.totalTransactions).toBe(pastPayments.length)
  expect(stats.change.activeCustomers).not.toBe(-100)
  expect(stats.change.totalRevenue).not.toBeNull()
  expect(stats.successRate).toBeGreaterThan(85)
  const found = await visitor.api.transactions.list.query({ search: 'moka' })
  expect(found.total).toBeGreaterThan(5)
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
  expect((await alice.api.dashboard.stats.query()).totalTransactions).toBe(1)

  await visitor.api.demo.remove.mutate({})

  expect((await visitor.rest('GET', '/api/merchants')).status).toBe(401)
  expect(await app.count('merchants')).toBe(1)
  expect(await app.count('transactions')).toBe(1)
  expect(await app.count('customers')).toBe(1)
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test.each([0, 1, 60_000, 7 * HOUR_MS, 13 * HOUR_MS, DAY_MS - 1])(
  'a demo made %i ms into a day has that day’s payments of every status, and none in the future',
  (passedMs) => {
    const happenedPayments = paymentsUntil(demoPayments(), passedMs)
    const today = happenedPayments.filter(({ daysAgo }) => daysAgo === 0)

    expect(today.length).toBeGreaterThanOrEqual(5)
    expect(new Set(today.map(({ status }) => status))).toEqual(
      new Set(['success', 'failed', 'pending']),
    )
    expect(today.every(({ timeMs }) => timeMs <= passedMs)).toBe(true)
    expect(
      today.every(({ status, failureReason }) => (status === 'failed') === !!failureReason),
    ).toBe(true)
    expect(paymentsUntil(demoPayments(), passedMs)).toEqual(happenedPayments)
  },
)

test('a demo made just after midnight is consistent and shows today’s progress', async () => {
  await using app = await testApp()
  app.clock.set('2026-03-29T22:02:00.000Z')
  const visitor = await app.person({ isOnboarded: false })
  await visitor.api.demo.create.mutate({ timezone: 'Europe/Rome' })

  const today = await visitor.api.dashboard.today.query()

  expect(today.day).toBe('2026-03-30')
  expect(today.takings[0]).toMatchObject({ currency: 'USD' })
  expect(today.takings.some(({ amount }) => amount !== '0.00')).toBe(true)
  expect(today.failed).toMatchObject({ count: 1, reasons: [{ reason: 'insufficient_funds' }] })
  expect(today.pending.count).toBeGreaterThan(0)
  const volume = await visitor.api.analytics.transactionsVolume.query({})
  expect(volume.data.at(-1)).toBe(5)
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('a demo has keys, a notified endpoint, a request log, an invitation and a history', async () => {
  const recipients: string[] = []
  await using app = await testApp({
    mailer: { send: async ({ to }) => void recipients.push(to) },
  })
  const visitor = await app.person({ isOnboarded: false })
  const merchant = await visitor.api.demo.create.mutate({ timezone: 'Europe/Rome' })
  const { api } = visitor

  expect(Date.parse(merchant.createdAt)).toBeLessThan(app.clock.now() - 89 * DAY_MS)
  const keys = await api.apiKeys.list.query()
  expect(keys.map(({ name }) => name).toSorted()).toEqual(['Accounting', 'Online shop'])
  expect(keys.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true)
  const [integration] = await api.integrations.list.query()
  expect(integration).toMatchObject({ disabledAt: null })
  expect(integration?.webhookUrl).toMatch(/\.example\//)
  const events = await api.webhooks.list.query({ limit: 500 })
  expect(new Set(events.data.map(({ status }) => status))).toEqual(
    new Set(['success', 'retry', 'failed']),
  )
  for (const status of ['retry', 'failed'] as const) {
    const [event] = (await api.webhooks.list.query({ status })).data
    const { attempts } = await api.webhooks.get.query({ id: event?.id ?? '' })
    expect(attempts.length).toBe(status === 'retry' ? 2 : 10)
    expect(attempts.every(({ at }) => Date.parse(at) <= app.clock.now())).toBe(true)
    expect(attempts.every(({ statusCode }) => statusCode !== 200)).toBe(true)
  }
  const team = await api.team.list.query()
  expect(team.members).toHaveLength(1)
  expect(team.invitations).toMatchObject([{ role: 'staff', email: 'giulia.conti@example.com' }])
  expect(recipients).toEqual([])
  const entries = await api.auditLog.list.query({ limit: 100 })
  expect(entries.total).toBeGreaterThan(10)
  const times = entries.data.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect((await api.requestLog.list.query({ limit: 100 })).total).toBeGreaterThan(40)
  const customers = await api.customers.list.query({ limit: 1 })
  expect(customers.total).toBeGreaterThan(100)
  expect((await runLedgerCheck(app.world)).findings).toEqual([])

  await api.demo.remove.mutate({})

  for (const table of [
    'webhookEvents',
    'webhookAttempts',
    'requestLog',
    'apiKeys',
    'integrations',
    'merchantInvitations',
    'mails',
  ] as const) {
    expect([table, await app.count(table)]).toEqual([table, 0])
  }
})

test('a guest needs no password confirmation, and every other person does', async () => {
  await using app = await testApp()
  const guest = await app.person({ isOnboarded: false, email: newGuestEmail() })
  await guest.api.demo.create.mutate({ timezone: 'Europe/Rome' })
  const owner = await app.person({ isOnboarded: false })
  await owner.api.demo.create.mutate({ timezone: 'Europe/Rome' })
  const stranger = await app.person({ email: newGuestEmail() })
  app.clock.advance(24 * 60_000)

  const createdKey = await guest.api.apiKeys.create.mutate({ name: 'Shop' })
  expect(createdKey.secret).toMatch(/^sk_test_/)
  const invited = await guest.api.team.invite.mutate({ role: 'staff' })
  expect(invited.link).toContain('/join#')
  // The owner knows a password. The stranger has an e-mail address like a guest's, but a merchant of their own.
  for (const other of [owner, stranger]) {
    await expect(other.api.apiKeys.create.mutate({ name: 'Shop' })).rejects.toMatchObject({
      data: { code: 'forbidden', reason: 'confirmation_needed' },
    })
  }
  await expect(
    stranger.api.apiKeys.rotate.mutate({ id: createdKey.id, overlapDays: 0 }),
  ).rejects.toMatchObject({ data: { reason: 'confirmation_needed' } })
})

test('a guest on a server outside development must confirm like everybody else', async () => {
  const fresh = await freshDatabase()
  const email = newGuestEmail()
  {
    await using app = await testApp({ fresh })
    const guest = await app.person({ isOnboarded: false, email })
    await guest.api.demo.create.mutate({ timezone: 'Europe/Rome' })
    await using staging = await testApp({ fresh, environment: { APP_ENV: 'staging' } })
    staging.clock.advance(24 * 60_000)

    const response = await staging.rest({
      method: 'POST',
      url: '/api/api-keys',
      headers: { cookie: guest.cookie, 'content-type': 'application/json' },
      payload: JSON.stringify({ name: 'Shop' }),
    })

    expect(response.status).toBe(403)
    expect(response.json()).toMatchObject({ reason: 'confirmation_needed' })
  }
  await fresh.remove()
})

test('only a demo can be removed, and only development makes one', async () => {
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

test('an operator gives a signed-up person a demo, once and in development only', async () => {
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
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
  await expect(demo({}, ada.email)).rejects.toThrow()
  expect(await app.count('merchants')).toBe(1)
})
