import { expect, test } from 'vitest'
import { inTransaction } from '#server/core/context.ts'
import { newActingMerchant } from '#server/core/merchant.ts'
import { createTransaction } from '#server/features/transactions/create-transaction.ts'
import { NewTransaction } from '#server/features/transactions/new-transaction.schema.ts'
import { createPaymentStore } from '#server/features/transactions/store/local-payments.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { dialect } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { assertWaiting, startWhileMerchantLocked } from '../support/merchant-lock.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { readSums } from '../support/sums.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

const change = (person: Person, settings: object) =>
  person.rest('PATCH', '/api/merchant/profile', settings)

/** Takes payments late in the evening, in several currencies: pending, settled and declined ones. */
async function createHistory(app: TestApp, { api }: Person): Promise<void> {
  app.clock.set('2026-03-10T21:30:00.000Z')
  for (const more of [
    { amount: '10.00' },
    { amount: '20.00', currency: 'EUR' as const },
    { amount: '30.01' },
    { amount: '40.00', paymentMethod: 'bank' as const, customerEmail: 'bob@example.com' },
    { amount: '50.03', currency: 'EUR' as const, customerEmail: 'bob@example.com' },
  ]) {
    await api.transactions.create.mutate(payment(more))
    app.clock.advance(60_000)
  }
  await api.customers.create.mutate({ name: 'Cia', email: 'cia@example.com' })
  app.clock.advance(SETTLEMENT_MS)
  await app.settle()
}

const withoutCalendars = {
  day: undefined,
  weekday: undefined,
  slot: undefined,
  dayB: undefined,
  weekdayB: undefined,
  slotB: undefined,
}

/** Returns everything that a person can see of the settings and of their effects. */
async function stateOf(app: TestApp): Promise<string> {
  const tables = ['transactions', 'customers', 'auditLog'] as const
  const rows = await Promise.all(
    tables.map((table) => app.db.selectFrom(table).selectAll().execute()),
  )
  const merchants = await app.db.selectFrom('merchants').selectAll().execute()
  return JSON.stringify([
    // The calendar that is not in use may wait to be cleared, and no query reads it.
    merchants.map(({ staleSince: _, ...row }) => row),
    await daysOf(app),
    rows.map((tableRows) =>
      tableRows.map((row) => JSON.stringify({ ...row, ...withoutCalendars })).toSorted(),
    ),
    await readSums(app),
  ])
}

/** Returns the business days of all payments, as the filters use them. */
async function daysOf({ db }: TestApp): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions as t')
    .innerJoin('merchants as m', 'm.id', 't.merchantId')
    .select((eb) =>
      eb.case('m.calendar').when(0).then(eb.ref('t.day')).else(eb.ref('t.dayB')).end().as('day'),
    )
    .execute()
  return [...new Set(rows.map(({ day }) => String(day)))]
}

/** Creates a signal: one side waits until the other side gives it. */
function signal() {
  let resolveSignal = () => {}
  const resolved = new Promise<void>((resolve) => {
    resolveSignal = resolve
  })
  return { given: resolved, give: () => resolveSignal() }
}

const findingsOf = async (app: TestApp) => (await runLedgerCheck(app.world)).findings

test('another time zone puts payments, customers and every sum on its business days', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await createHistory(app, alice)
  expect(await daysOf(app)).toEqual(['2026-03-10'])

  const response = await change(alice, { timezone: 'Asia/Tokyo' })

  expect(response.status).toBe(200)
  expect(response.json()).toMatchObject({ timezone: 'Asia/Tokyo' })
  expect(await daysOf(app)).toEqual(['2026-03-11'])
  const sums = await readSums(app)
  expect(sums.filter((sum) => sum.includes('2026-03-10'))).toEqual([])
  expect(sums.find((sum) => sum.startsWith('rollupCustomerDays'))).toMatch(
    /"count":3,"day":"2026-03-11"/,
  )
  expect(await findingsOf(app)).toEqual([])
  await change(alice, { timezone: 'America/Los_Angeles' })
  await alice.api.transactions.create.mutate(payment())
  expect(await daysOf(app)).toEqual(['2026-03-10'])
  expect(await findingsOf(app)).toEqual([])
})

test('another reporting currency applies to the totals, also for customers who spent nothing in it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await createHistory(app, alice)

  expect((await change(alice, { currency: 'EUR' })).status).toBe(200)

  const { data } = await alice.api.customers.list.query({ sort: 'totalSpent' })
  expect(data.map(({ email, totalSpent, currency }) => [email, totalSpent, currency])).toEqual([
    ['cia@example.com', '0.00', 'EUR'],
    ['ada@example.com', '20.00', 'EUR'],
    ['bob@example.com', '50.03', 'EUR'],
  ])
  expect(await alice.api.dashboard.stats.query()).toMatchObject({
    currency: 'EUR',
    totalRevenue: '70.03',
  })
  expect(await findingsOf(app)).toEqual([])
  const { data: entries } = await alice.api.auditLog.list.query({ action: 'merchant.updated' })
  expect(entries).toMatchObject([
    { actor: `user:${alice.id}`, before: { currency: 'USD' }, after: { currency: 'EUR' } },
  ])
})

test.each([
  ['a zone that does not exist', { timezone: 'Mars/Olympus' }, 'timezone'],
  ['an empty zone', { timezone: '' }, 'timezone'],
  ['no zone', { timezone: null }, 'timezone'],
  ['another currency than there is', { currency: 'ITL' }, 'currency'],
  ['no name', { businessName: ' ' }, 'businessName'],
  ['a status', { verificationStatus: 'verified' }, 'verificationStatus'],
])('%s is refused and changes nothing', async (_, settings, field) => {
  await using app = await testApp()
  const alice = await app.person()
  await createHistory(app, alice)
  const before = await stateOf(app)

  const refused = await change(alice, settings)

  expect(refused.status).toBe(400)
  expect(refused.json().issues[0].path).toBe(field)
  expect(await stateOf(app)).toBe(before)
})

test('neither staff nor keys nor strangers change the settings', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const shop = await keyCaller(app, alice)
  const newcomer = await app.person({ isOnboarded: false })
  const before = await stateOf(app)

  const staff = await change(bob, { timezone: 'Asia/Tokyo' })
  const key = await shop.rest('PATCH', '/api/merchant/profile', { timezone: 'Asia/Tokyo' })
  const stranger = await change(newcomer, { timezone: 'Asia/Tokyo' })
  const visitor = await app.rest({
    method: 'PATCH',
    url: '/api/merchant/profile',
    payload: { timezone: 'Asia/Tokyo' },
  })

  expect([staff.status, staff.json().reason]).toEqual([403, 'owner_only'])
  expect([key.status, key.json().reason]).toEqual([403, 'key_not_admitted'])
  expect([stranger.status, stranger.json().reason]).toEqual([403, 'no_merchant'])
  expect(visitor.status).toBe(401)
  expect(await stateOf(app)).toBe(before)
})

test.each(['rollup_customers', 'rollup_customer_months', 'audit_log'])(
  'a failed write to %s changes neither the settings nor any day or sum',
  async (table) => {
    await using app = await testApp()
    const alice = await app.person()
    await createHistory(app, alice)
    const before = await stateOf(app)

    await app.db.schema.alterTable(table).renameTo('hidden').execute()
    const failed = await change(alice, { timezone: 'Asia/Tokyo', currency: 'EUR' })
    await app.db.schema.alterTable('hidden').renameTo(table).execute()

    expect(failed.status).toBe(500)
    expect(await stateOf(app)).toBe(before)
    expect((await change(alice, { timezone: 'Asia/Tokyo' })).status).toBe(200)
    expect(await findingsOf(app)).toEqual([])
  },
)

test.each([true, false])(
  'a payment that began before a settings change is counted by those at its end (offline: %s)',
  async (isOffline) => {
    const [reachedSignal, openedSignal] = [signal(), signal()]
    await using app = await testApp({
      deps: depsWithProcessor({
        ...createOnlineProcessor({
          pay: async () => {
            reachedSignal.give()
            await openedSignal.given
            return { stage: 'succeeded' }
          },
        }),
        isOffline,
      }),
    })
    const alice = await app.person()
    app.clock.set('2026-03-10T21:30:00.000Z')

    const paying = alice.rest('POST', '/api/payments', payment())
    await reachedSignal.given
    const settings = { timezone: 'Asia/Tokyo', currency: 'EUR' }
    expect((await change(alice, settings)).status).toBe(200)
    openedSignal.give()

    expect((await paying).status).toBe(201)
    expect(await daysOf(app)).toEqual(['2026-03-11'])
    expect(await findingsOf(app)).toEqual([])
  },
)

test('payments, settlements and customers that arrive while the settings change are not lost', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await createHistory(app, alice)
  const waiting = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      alice.api.transactions.create.mutate(
        payment({ paymentMethod: 'bank', customerEmail: `bank${i}@example.com` }),
      ),
    ),
  )
  const zones = ['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Auckland', 'UTC']
  const before = await app.count('transactions')

  const responses = await Promise.all([
    ...zones.map((timezone) => change(alice, { timezone })),
    ...Array.from({ length: 20 }, (_, i) =>
      alice.rest(
        'POST',
        '/api/payments',
        payment({ amount: `${i + 1}.00`, customerEmail: `new${i % 5}@example.com` }),
      ),
    ),
    change(alice, { currency: 'EUR' }),
    ...waiting.flatMap(({ id, customerId }, i) => [
      alice.rest('PUT', `/api/transactions/${id}`, { status: i % 2 ? 'success' : 'failed' }),
      alice.rest('PUT', `/api/customers/${customerId}`, { status: 'inactive' }),
    ]),
    alice.rest('POST', '/api/customers', { name: 'Dan', email: 'dan@example.com' }),
  ])

  expect(responses.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  expect(await app.count('transactions')).toBe(before + 20)
  expect(await findingsOf(app)).toEqual([])
})

test('only one of two time zones set by two owners at once applies, also to the sums', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice, 'owner')
  await createHistory(app, alice)

  const responses = await startWhileMerchantLocked(app, alice.merchant.id, [
    () => change(alice, { timezone: 'Asia/Tokyo' }),
    () => change(bob, { timezone: 'UTC' }),
  ])

  for (const response of responses) expect(response).toMatchObject({ value: { status: 200 } })
  expect(await findingsOf(app)).toEqual([])
})

test('a customer whose status two people change at once is counted once', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.customers.create.mutate({ name: 'A', email: 'a@example.com' })

  await Promise.all(
    [1, 2, 3, 4].map(() => alice.rest('PUT', `/api/customers/${id}`, { status: 'inactive' })),
  )

  expect(await findingsOf(app)).toEqual([])
})

// SQLite has one write transaction at a time, so the tests above cover it.
test.runIf(dialect === 'postgres')(
  'a change of the time zone waits for a payment that is being stored, and counts it',
  async () => {
    await using app = await testApp()
    const alice = await app.person()
    app.clock.set('2026-03-10T21:30:00.000Z')
    const actor = { type: 'system', job: 'test' } as const
    const merchant = newActingMerchant(alice.merchant)
    const ctx = { ...app.world, merchant, actor, requestId: 'test', address: null }

    const changing = await inTransaction(ctx, async (inner) => {
      const paying = { ...inner, payments: createPaymentStore(inner) }
      await createTransaction(paying, NewTransaction.parse(payment()))
      const response = change(alice, { timezone: 'Asia/Tokyo' })
      await assertWaiting(app, 1)
      return { answer: response }
    })

    expect((await changing.answer).status).toBe(200)
    expect(await daysOf(app)).toEqual(['2026-03-11'])
    expect(await findingsOf(app)).toEqual([])
  },
)
