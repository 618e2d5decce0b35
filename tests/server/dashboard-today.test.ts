import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rebuildRollups } from '#server/features/merchants/rebuild-rollups.ts'
import { localDateTime } from '#server/shared/day.ts'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import { payment } from '../support/make.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

type Row = { amount: string; status: string; createdAt: string; currency: string }

async function rowsOf(person: Person, filter: Record<string, string>): Promise<Row[]> {
  const response = await person.rest(
    'GET',
    `/api/transactions?limit=500&${new URLSearchParams(filter)}`,
  )
  expect(response.status).toBe(200)
  return response.json()
}

const cents = (amount: string) => minorFromDecimal(amount) ?? Number.NaN
const sum = (rows: Row[]) => rows.reduce((total, { amount }) => total + cents(amount), 0)
const clockOf = (instant: string, timezone: string) =>
  localDateTime(instant, timezone).slice(11, 16)

/** Expects each figure of today to be the sum of the lists' rows. The week before counts to the same time of day. */
async function assertTodayIsItsRows(
  person: Person,
  { timezone, at }: { timezone: string; at: string },
) {
  const today = await person.api.dashboard.today.query()
  expect(today.day).toBe(localDateTime(at, timezone).slice(0, 10))
  expect((Date.parse(today.day) - Date.parse(today.comparedDay)) / 86_400_000).toBe(7)
  for (const { currency, amount, comparison } of today.takings) {
    const rowsOfDay = (day: string) =>
      rowsOf(person, { status: 'success', currency, from: day, to: day })
    expect([currency, cents(amount)]).toEqual([currency, sum(await rowsOfDay(today.day))])
    const before = (await rowsOfDay(today.comparedDay)).filter(
      ({ createdAt }) => createdAt < today.comparedUntil,
    )
    expect([currency, cents(comparison.amount)]).toEqual([currency, sum(before)])
  }
  const pendingRows = await rowsOf(person, { status: 'pending' })
  expect(today.pending.count).toBe(pendingRows.length)
  for (const { currency, amount } of today.pending.sums) {
    expect(cents(amount)).toBe(sum(pendingRows.filter((row) => row.currency === currency)))
  }
  const failedRows = await rowsOf(person, { status: 'failed', from: today.day, to: today.day })
  expect(today.failed.count).toBe(failedRows.length)
  expect(today.failed.reasons.reduce((total, { count }) => total + count, 0)).toBe(
    failedRows.length,
  )
  return today
}

/** Takes payments at these times. Sets the clock and renews the session for each. */
async function payAt(app: TestApp, person: Person, instants: readonly string[]) {
  for (const [index, at] of instants.entries()) {
    app.clock.set(at)
    await person.signIn()
    const currency = index % 3 === 2 ? 'EUR' : 'USD'
    await person.api.transactions.create.mutate(payment({ amount: `${index + 1}0.10`, currency }))
    await person.api.transactions.create.mutate(payment({ amount: '5.02', currency }))
    await person.api.transactions.create.mutate(payment({ amount: '7.03', currency }))
  }
}

test('a merchant without payments has zero figures today, in their own currency', async () => {
  await using app = await testApp()
  const alice = await app.person()

  expect(await alice.api.dashboard.today.query()).toEqual({
    day: '2026-03-10',
    comparedDay: '2026-03-03',
    comparedUntil: '2026-03-03T12:00:00.000Z',
    takings: [{ currency: 'USD', amount: '0.00', comparison: { amount: '0.00', change: null } }],
    pending: { count: 0, sums: [] },
    failed: { count: 0, reasons: [] },
  })
})

const scenes = [
  {
    name: 'in the afternoon',
    timezone: 'Europe/Rome',
    week: ['2026-03-03T08:00:00.000Z', '2026-03-03T13:30:00.000Z', '2026-03-03T14:10:00.000Z'],
    today: ['2026-03-10T07:00:00.000Z', '2026-03-10T13:59:59.999Z'],
    at: '2026-03-10T14:00:00.000Z',
    until: '15:00',
  },
  {
    name: 'just before midnight',
    timezone: 'America/New_York',
    week: ['2026-01-14T04:59:59.999Z', '2026-01-14T05:00:00.000Z', '2026-01-15T04:58:30.000Z'],
    today: ['2026-01-21T05:00:00.000Z'],
    at: '2026-01-22T04:59:30.000Z',
    until: '23:59',
  },
  {
    name: 'just after midnight',
    timezone: 'Asia/Tokyo',
    week: ['2026-01-13T14:59:59.999Z', '2026-01-13T15:00:00.000Z', '2026-01-13T15:04:00.000Z'],
    today: ['2026-01-20T14:59:59.000Z', '2026-01-20T15:00:00.000Z'],
    at: '2026-01-20T15:03:00.000Z',
    until: '00:03',
  },
  {
    name: 'when the clocks went forward this morning',
    timezone: 'Europe/Rome',
    week: ['2026-03-22T07:30:00.000Z', '2026-03-22T08:29:00.000Z', '2026-03-22T08:31:00.000Z'],
    today: ['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z'],
    at: '2026-03-29T07:30:00.000Z',
    until: '09:30',
  },
  {
    name: 'a week after the hour that the clocks leapt over',
    timezone: 'Europe/Rome',
    week: ['2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    today: ['2026-04-05T00:10:00.000Z'],
    at: '2026-04-05T00:30:00.000Z',
    until: '03:30',
  },
  {
    name: 'in the hour that the clocks show twice',
    timezone: 'America/New_York',
    week: ['2026-10-25T04:30:00.000Z', '2026-10-25T05:15:00.000Z', '2026-10-25T05:45:00.000Z'],
    today: ['2026-11-01T05:10:00.000Z', '2026-11-01T06:10:00.000Z'],
    at: '2026-11-01T06:30:00.000Z',
    until: '01:30',
  },
]

test.each(scenes)('today’s figures are sums over their rows $name', async (scene) => {
  const { timezone, week, today, at, until } = scene
  await using app = await testApp()
  app.clock.set(week[0] ?? at)
  const alice = await app.person({ timezone })
  const bob = await app.person({ timezone })
  await payAt(app, alice, week)
  await app.settle()
  await payAt(app, alice, today)
  app.clock.set(at)
  await alice.signIn()
  await bob.signIn()

  const figures = await assertTodayIsItsRows(alice, { timezone, at })

  expect(clockOf(figures.comparedUntil, timezone)).toBe(until)
  expect(figures.failed.reasons).toEqual([
    { reason: 'insufficient_funds', count: figures.failed.count },
  ])
  expect(cents(figures.takings[0]?.comparison.amount ?? '')).toBeGreaterThan(0)
  expect((await bob.api.dashboard.today.query()).takings).toMatchObject([{ amount: '0.00' }])
})

test('a late settlement counts on the day of its payment, also after an earlier request', async () => {
  await using app = await testApp()
  app.clock.set('2026-03-03T09:00:00.000Z')
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment({ amount: '10.00' }))
  await alice.api.transactions.create.mutate(payment({ amount: '20.03' }))
  const comparisonAt = async (at: string) => {
    app.clock.set(at)
    await alice.signIn()
    const [own] = (await assertTodayIsItsRows(alice, { timezone: 'UTC', at })).takings
    return own?.comparison.amount
  }

  expect(await comparisonAt('2026-03-10T08:00:00.000Z')).toBe('0.00')
  expect(await comparisonAt('2026-03-10T10:00:00.000Z')).toBe('10.00')
  app.clock.advance(SETTLEMENT_MS)
  expect(await app.settle()).toBe(1)
  expect(await comparisonAt('2026-03-10T11:00:00.000Z')).toBe('30.03')
  expect(await comparisonAt('2026-03-10T12:00:00.000Z')).toBe('30.03')
  // The clock goes back, as when another process answers.
  expect(await comparisonAt('2026-03-10T08:59:00.000Z')).toBe('0.00')
  await alice.api.transactions.create.mutate(payment({ amount: '40.04', paymentMethod: 'bank' }))
  expect(await comparisonAt('2026-03-10T13:00:00.000Z')).toBe('30.03')
  expect(await comparisonAt('2026-03-17T13:00:00.000Z')).toBe('0.00')
})

test('a day with more payments than a batch is summed completely, and the loop yields to others', async () => {
  await using app = await testApp()
  app.clock.set('2026-03-03T09:00:00.000Z')
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment({ amount: '1.00' }))
  const count = 6000
  const columns = sql.raw(
    'merchant_id, id, transaction_id, customer_id, customer_name, customer_email, amount, currency, payment_method, status, day, weekday, slot, processor, created_at, updated_at, settled_at',
  )
  const isSqlite = app.world.dialect === 'sqlite'
  const numbers = isSqlite
    ? sql`(with recursive c(n) as (select 1 union all select n + 1 from c where n < ${sql.lit(count)}) select n from c)`
    : sql`(select generate_series(1, ${sql.lit(count)}) as n)`
  // Many payments at one instant, so that a slice ends between payments of the same millisecond.
  const at = isSqlite
    ? sql.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', '2026-03-03T09:00:00Z', (n / 1500) || ' minutes')`)
    : sql.raw(
        `to_char(timestamp '2026-03-03 09:00:00' + (n / 1500) * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      )
  await sql`
    insert into transactions (${columns})
    select merchant_id, 'txn_' || n, 'TXN-' || n, customer_id, customer_name, customer_email, 100,
      'USD', 'card', 'success', '', 0, 0, 'sandbox', ${at}, ${at}, ${at}
    from transactions cross join ${numbers} as numbers`.execute(app.db)
  await rebuildRollups(app.world, { merchantId: alice.merchant.id })
  app.clock.set('2026-03-10T09:02:00.000Z')
  await alice.signIn()
  let tickCount = 0
  const tick = setInterval(() => tickCount++, 0)

  const { takings } = await alice.api.dashboard.today.query()
  clearInterval(tick)

  // The payments of 09:00 and 09:01, and the first one.
  expect(takings[0]?.comparison.amount).toBe('3000.00')
  expect(tickCount).toBeGreaterThan(0)
})

test('the last thirty days equal the sums over their days', async () => {
  await using app = await testApp()
  app.clock.set('2026-02-08T12:00:00.000Z')
  const alice = await app.person()
  const empty = await alice.api.dashboard.recent.query()
  expect(empty).toMatchObject({ totalRevenue: '0.00', totalTransactions: 0, successRate: null })
  for (const day of ['2026-02-08', '2026-02-09', '2026-03-01', '2026-03-10']) {
    await payAt(app, alice, [`${day}T10:00:00.000Z`])
  }
  await alice.api.transactions.create.mutate(
    payment({ amount: '9.00', currency: 'EUR', customerEmail: 'new@example.com' }),
  )

  const recent = await alice.api.dashboard.recent.query()

  expect(recent).toMatchObject({ from: '2026-02-09', to: '2026-03-10', currency: 'USD' })
  const rows = await rowsOf(alice, { from: recent.from, to: recent.to })
  const own = rows.filter(({ currency, status }) => currency === 'USD' && status === 'success')
  expect(cents(recent.totalRevenue)).toBe(sum(own))
  expect(recent.totalTransactions).toBe(rows.length)
  expect(recent.activeCustomers).toBe(1)
  const final = rows.filter(({ status }) => status !== 'pending')
  const paid = rows.filter(({ status }) => status === 'success')
  expect(recent.successRate).toBe(Math.round((paid.length / final.length) * 1000) / 10)
  const { days } = recent
  expect(days.totalTransactions).toHaveLength(30)
  expect(days.totalTransactions.reduce((total, count) => total + count, 0)).toBe(rows.length)
  expect(Math.round(days.totalRevenue.reduce((total, value) => total + value, 0) * 100)).toBe(
    sum(own),
  )
  expect(days.totalTransactions.at(-1)).toBe(4)
  expect(days.successRate.filter((rate) => rate !== null)).toHaveLength(3)
  expect(days.activeCustomers.at(-1)).toBe(1)
})
