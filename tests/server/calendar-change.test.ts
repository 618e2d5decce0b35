import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeCalendar } from '#server/features/merchants/change-calendar.ts'
import { endChanges } from '#server/features/merchants/end-changes.ts'
import { updateMerchantRow } from '#server/features/merchants/merchants.queries.ts'
import { rebuildRollups } from '#server/features/merchants/rebuild-rollups.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { Batch } from '#server/services/rollups/calendar-batches.queries.ts'
import { advanceChange, START_OF_CHANGE } from '#server/services/rollups/calendar-batches.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { ResourceStack } from '../support/resource-stack.ts'
import { readSums } from '../support/sums.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

const LEASE_MS = 60_000

/** Stores more payments than one slice of the change processes, over months and two clock changes. */
async function manyPayments(app: TestApp, person: Person, count = 1500): Promise<void> {
  const { api, merchant } = person
  app.clock.set('2026-01-15T21:30:00.000Z')
  await person.signIn()
  await api.transactions.create.mutate(payment())
  const at = (n: string) =>
    app.world.dialect === 'sqlite'
      ? sql.raw(
          `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-15T21:30:00Z', (${n} * 210) || ' minutes')`,
        )
      : sql.raw(
          `to_char(timestamp '2026-01-15 21:30:00' + ${n} * interval '210 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        )
  const numbers =
    app.world.dialect === 'sqlite'
      ? sql`(with recursive c(n) as (select 1 union all select n + 1 from c where n < ${sql.lit(count)}) select n from c)`
      : sql`(select generate_series(1, ${sql.lit(count)}) as n)`
  const columns = sql.raw(
    'merchant_id, id, transaction_id, customer_id, customer_name, customer_email, amount, currency, payment_method, status, day, weekday, slot, processor, created_at, updated_at, settled_at',
  )
  await sql`
    insert into transactions (${columns})
    select merchant_id, 'txn_' || n, 'TXN-' || n, customer_id, customer_name, customer_email, 100 + n,
      case when n % 3 = 0 then 'EUR' else 'USD' end, 'card', 'success', '', 0, 0, 'sandbox',
      ${at('n')}, ${at('n')}, ${at('n')}
    from transactions cross join ${numbers} as numbers`.execute(app.db)
  await sql`
    insert into transaction_events (merchant_id, transaction_id, sequence, at, type, status, actor)
    select merchant_id, id, 1, created_at, 'created', 'pending', 'system:test' from transactions
    where id like 'txn@_%' escape '@' and length(id) < 12
    union all select merchant_id, id, 2, settled_at, 'status_changed', 'success', 'system:test'
    from transactions where length(id) < 12`.execute(app.db)
  await sql`
    insert into search_texts (merchant_id, kind, object_id, text)
    select merchant_id, 'transaction', id, 'x' from transactions where length(id) < 12`.execute(
    app.db,
  )
  app.clock.set('2026-12-20T12:00:00.000Z')
  await person.signIn()
  await rebuildRollups(app.world, { merchantId: merchant.id })
}

const change = (person: Person, settings: object) =>
  person.rest('PATCH', '/api/merchant/profile', settings)

const findingsOf = async ({ world }: Pick<TestApp, 'world'>) =>
  (await runLedgerCheck(world)).findings

const merchantOf = async ({ db }: TestApp) =>
  db.selectFrom('merchants').selectAll().executeTakeFirstOrThrow()

/** Changes the time zone in the smallest slices, and runs `rest` after each of them. */
const changeWith = (app: TestApp, person: Person, pause: () => Promise<void>) =>
  changeCalendar(app.world, {
    merchantId: person.merchant.id,
    requestedSettings: () => ({ timezone: 'America/New_York' }),
    finish: async ({ db }, _before, settings) => {
      await updateMerchantRow(db, { merchantId: person.merchant.id }, settings)
    },
    pauseBetween: pause,
    sliceMs: 0.001,
  })

test('sums after a zone change equal those of a merchant in that zone, also across clock changes', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Pacific/Auckland' })
  await manyPayments(app, alice)
  const before = await readSums(app)

  expect((await change(alice, { timezone: 'America/New_York' })).status).toBe(200)
  expect(await findingsOf(app)).toEqual([])
  expect(await readSums(app)).not.toEqual(before)
  expect((await change(alice, { timezone: 'Pacific/Auckland' })).status).toBe(200)

  expect(await findingsOf(app)).toEqual([])
  expect(await readSums(app)).toEqual(before)
})

test('figures and lists show the old zone throughout a change; payments meanwhile count in both zones', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await manyPayments(app, alice)
  const early = await alice.api.transactions.create.mutate(
    payment({ amount: '7.00', paymentMethod: 'bank' }),
  )
  await app.db
    .updateTable('transactions')
    .set({ createdAt: '2026-01-01T03:00:00.000Z', day: '2026-01-01', weekday: 4, slot: 0 })
    .set({ dayB: '2026-01-01', weekdayB: 4, slotB: 0 })
    .where('id', '=', early.id)
    .execute()
  await rebuildRollups(app.world, { merchantId: alice.merchant.id })
  const list = () =>
    alice.api.transactions.list.query({ from: '2026-03-10', to: '2026-03-12', limit: 100 })
  const seen = await list()
  const stats = await alice.api.dashboard.stats.query()
  const reachedDays: string[] = []

  await changeWith(app, alice, async () => {
    if (reachedDays.length === 3) return
    const row = await merchantOf(app)
    if (row.madeAt) reachedDays.push(row.madeAt)
    expect(row.timezone).toBe('UTC')
    expect((await list()).data.map(({ id }) => id)).toEqual(seen.data.map(({ id }) => id))
    expect(await findingsOf(app)).toEqual([])
    if (row.madeAt && row.newTimezone) {
      await alice.api.transactions.updateStatus
        .mutate({ id: early.id, status: 'success' })
        .catch(() => undefined)
      await alice.rest('POST', '/api/payments', payment({ amount: '1.00' }))
      await alice.rest('POST', '/api/customers', {
        name: 'C',
        email: `c${reachedDays.length}@example.com`,
      })
      expect(await findingsOf(app)).toEqual([])
    }
  })

  expect(reachedDays.length).toBeGreaterThan(0)
  expect(await findingsOf(app)).toEqual([])
  expect((await merchantOf(app)).timezone).toBe('America/New_York')
  expect((await alice.api.dashboard.stats.query()).totalTransactions).toBeGreaterThan(
    stats.totalTransactions,
  )
})

test('a killed change leaves the old zone’s figures, and a job rolls it back', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await manyPayments(app, alice)
  const before = await readSums(app)

  // Behaves like a killed process: stops and reports nothing.
  let resolveKilled = (): void => {}
  const killed = new Promise<void>((resolve) => {
    resolveKilled = resolve
  })
  void changeWith(app, alice, async () => {
    if (!(await merchantOf(app)).madeId) return
    resolveKilled()
    await new Promise<never>(() => {})
  })
  await killed

  expect((await merchantOf(app)).newTimezone).toBe('America/New_York')
  expect(await readSums(app)).toEqual(before)
  expect(await findingsOf(app)).toEqual([])
  await alice.api.transactions.create.mutate(payment({ amount: '9.00', paymentMethod: 'bank' }))
  app.clock.advance(SETTLEMENT_MS)
  await app.settle()
  expect(await findingsOf(app)).toEqual([])

  app.clock.advance(LEASE_MS)
  await endChanges(app.world)
  app.clock.advance(LEASE_MS)
  await endChanges(app.world)

  expect(await merchantOf(app)).toMatchObject({
    timezone: 'UTC',
    changeId: null,
    newTimezone: null,
    staleSince: null,
  })
  expect(await findingsOf(app)).toEqual([])
  expect((await change(alice, { timezone: 'Asia/Tokyo', currency: 'EUR' })).status).toBe(200)
  expect(await findingsOf(app)).toEqual([])
})

// A SQLite database belongs to one process.
test.runIf(dialect === 'postgres')(
  'two processes that change the zone during payments, settlement and an erasure end correctly',
  async () => {
    const fresh = await freshDatabase()
    await using apps = new ResourceStack()
    const one = apps.use(await testApp({ fresh }))
    const other = apps.use(await testApp({ fresh }))
    const alice = await one.person()
    await manyPayments(one, alice)
    const sendToOther = (method: 'PATCH' | 'POST', url: string, body: object) =>
      other.rest({
        method,
        url,
        headers: { cookie: alice.cookie, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    const pending = await alice.api.transactions.create.mutate(
      payment({ paymentMethod: 'bank', customerEmail: 'bob@example.com' }),
    )
    one.clock.advance(SETTLEMENT_MS)
    other.clock.set(new Date(one.clock.now()).toISOString())

    const answers = await Promise.all([
      change(alice, { timezone: 'Asia/Tokyo' }),
      sendToOther('PATCH', '/api/merchant/profile', {
        timezone: 'America/New_York',
        currency: 'GBP',
      }),
      ...Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? sendToOther : alice.rest)(
          'POST',
          '/api/payments',
          payment({ amount: `${n + 1}.00`, customerEmail: `p${n % 3}@example.com` }),
        ),
      ),
      alice.rest('PATCH', '/api/merchant/profile', { businessName: 'Bar Nuovo' }),
      alice.rest('DELETE', `/api/customers/${pending.customerId}`),
    ])
    await one.settle()

    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      200,
      200,
      ...Array.from({ length: 8 }, () => 201),
      204,
    ])
    expect(await findingsOf(one)).toEqual([])
    const merchant = await merchantOf(one)
    expect(merchant).toMatchObject({ currency: 'GBP', businessName: 'Bar Nuovo', changeId: null })
    expect(['Asia/Tokyo', 'America/New_York']).toContain(merchant.timezone)
    await fresh.remove().catch(() => undefined)
  },
)

test('a change of the currency moves no payment and recalculates no sum', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await manyPayments(app, alice, 20)
  const { calendar } = await merchantOf(app)
  const days = await app.db.selectFrom('rollupDays').selectAll().execute()

  expect((await change(alice, { currency: 'GBP' })).status).toBe(200)

  expect((await merchantOf(app)).calendar).toBe(calendar)
  expect(await app.db.selectFrom('rollupDays').selectAll().execute()).toEqual(days)
  expect(await findingsOf(app)).toEqual([])
})

test('a batch that is out of time still finishes when little is left, so new payments cannot outrun it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())
  const target = { merchantId: alice.merchant.id, calendar: 1 as const }
  const batch = new Batch(app.world.dialect)
  const work = { target, timezone: 'America/New_York', currency: 'USD', batch }
  const answers = [true]
  const hasTime = () => answers.pop() === true
  const { isDone } = await advanceChange(app.world, work, START_OF_CHANGE, hasTime)
  expect(isDone).toBe(true)
})
