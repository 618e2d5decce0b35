import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Summary } from '#server/features/analytics/analytics.schema.ts'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

type Row = {
  amount: string
  status: string
  customerId: string
  createdAt: string
  settledAt: string | null
}

/** Returns every row that matches a list's filter. */
async function rowsOf(person: Person, filter: Record<string, unknown>): Promise<Row[]> {
  const query = new URLSearchParams(
    Object.entries(filter).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const response = await person.rest('GET', `/api/transactions?limit=500&${query}`)
  expect([filter, response.status]).toEqual([filter, 200])
  return response.json()
}

const cents = (amount: string) => minorFromDecimal(amount) ?? Number.NaN
const sum = (rows: Row[]) => rows.reduce((total, { amount }) => total + cents(amount), 0)
const lastDay = (month: string) => {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(Number(year), Number(number), 0)).toISOString().slice(0, 10)
}

async function assertFiguresAreTheirRows(person: Person): Promise<void> {
  const stats = await person.api.dashboard.stats.query()
  const all = await rowsOf(person, {})
  const success = all.filter(({ status }) => status === 'success')
  const final = await rowsOf(person, { final: true })
  expect(final).toEqual(all.filter(({ status }) => status !== 'pending'))
  expect(stats.totalTransactions).toBe(all.length)
  expect(centsOrZero(stats.totalRevenue)).toBe(
    sum(await rowsOf(person, { status: 'success', currency: stats.currency })),
  )
  expect(stats.successRate).toBe(
    final.length === 0 ? 0 : Math.round((success.length / final.length) * 1000) / 10,
  )
  for (const { currency, totalRevenue, totalTransactions } of stats.byCurrency) {
    expect(centsOrZero(totalRevenue)).toBe(
      sum(await rowsOf(person, { status: 'success', currency })),
    )
    expect(totalTransactions).toBe((await rowsOf(person, { currency })).length)
  }

  const volume = await person.api.analytics.transactionsVolume.query({ range: '7d' })
  for (const [index, day] of volume.labels.entries()) {
    expect(volume.data[index]).toBe((await rowsOf(person, { from: day, to: day })).length)
  }
  const methods = { 'Credit Card': 'card', PayPal: 'paypal', 'Bank Transfer': 'bank' }
  for (const { name, value } of await person.api.analytics.paymentMethods.query()) {
    const paymentMethod = methods[name as keyof typeof methods]
    expect(value).toBe((await rowsOf(person, { status: 'success', paymentMethod })).length)
  }
  const revenue = await person.api.analytics.revenue.query({ range: '12m' })
  const rate = await person.api.analytics.successRate.query({ range: '12m' })
  for (const [index, month] of revenue.labels.entries()) {
    const span = { from: `${month}-01`, to: lastDay(month), currency: 'USD' }
    const rows = await rowsOf(person, span)
    const paid = rows.filter(({ status }) => status === 'success')
    const finalRows = await rowsOf(person, { ...span, final: true })
    expect(finalRows).toEqual(rows.filter(({ status }) => status !== 'pending'))
    expect(revenue.datasets[0]?.data[index]).toBe(sum(paid) / 100)
    expect(rate.datasets[0]?.data[index]).toBe(
      finalRows.length === 0 ? null : Math.round((paid.length / finalRows.length) * 1000) / 10,
    )
  }
  await assertRangesAreTheirRows(person)
  const summary = await person.api.analytics.summary.query()
  await assertMonthIsItsRows(person, String(revenue.labels.at(-1)), summary)
  for (const { amount, filter } of summary.topPeriods) {
    expect(centsOrZero(amount)).toBe(sum(await rowsOf(person, filter)))
  }
  const { data: customers } = await person.api.customers.list.query({ limit: 500 })
  for (const { id, totalSpent, transactionCount } of customers) {
    const customerRows = await rowsOf(person, { customerId: id })
    expect(transactionCount).toBe(customerRows.length)
    const paidRows = await rowsOf(person, { customerId: id, status: 'success', currency: 'USD' })
    expect(centsOrZero(totalSpent)).toBe(sum(paidRows))
  }
  expect(stats.activeCustomers).toBe(customers.filter(({ status }) => status === 'active').length)
}

async function assertRangesAreTheirRows(person: Person): Promise<void> {
  for (const range of ['7d', '30d', '90d', '12m'] as const) {
    const { labels, datasets } = await person.api.analytics.successRate.query({
      range,
      by: 'week',
      counts: true,
    })
    const { labels: days } = await person.api.analytics.revenue.query({ range })
    const last = String(days.at(-1))
    const end = range === '12m' ? lastDay(last) : last
    const span = { from: range === '12m' ? `${days[0]}-01` : String(days[0]), to: end }
    const final = await rowsOf(person, { ...span, currency: 'USD', final: true })
    expect(datasets[0]?.counts?.reduce((total, count) => total + count, 0)).toBe(final.length)
    if (range !== '12m') {
      for (const [index, from] of labels.entries()) {
        const next = labels[index + 1]
        const to = next ? new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10) : end
        const rows = await rowsOf(person, { from, to, currency: 'USD', final: true })
        expect(datasets[0]?.counts?.[index]).toBe(rows.length)
      }
    }
    const { averageValue, topPeriods } = await person.api.analytics.summary.query({ range })
    const paid = await rowsOf(person, { ...span, status: 'success', currency: 'USD' })
    expect(centsOrZero(averageValue.value)).toBe(paid.length && Math.round(sum(paid) / paid.length))
    for (const { amount, filter } of topPeriods) {
      expect(centsOrZero(amount)).toBe(sum(await rowsOf(person, filter)))
    }
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10

async function assertMonthIsItsRows(
  person: Person,
  month: string,
  { averageValue, processingTime, retention }: Summary,
): Promise<void> {
  const span = { from: `${month}-01`, to: lastDay(month) }
  const paid = await rowsOf(person, { ...span, status: 'success', currency: 'USD' })
  expect(centsOrZero(averageValue.value)).toBe(paid.length && Math.round(sum(paid) / paid.length))

  const final = await rowsOf(person, { ...span, final: true })
  const durationsMs = final.map(
    (row) => Date.parse(String(row.settledAt)) - Date.parse(row.createdAt),
  )
  const mean = durationsMs.reduce((total, ms) => total + ms, 0) / durationsMs.length / 1000
  expect(processingTime.seconds).toBe(durationsMs.length === 0 ? null : tenth(mean))

  const before = new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 7)
  const list = person.api.customers.list
  const { data: earlier, total } = await list.query({ paidIn: before, limit: 500 })
  const again = await list.query({ paidIn: before, paidAlsoIn: month, limit: 500 })
  expect([retention.paid, total]).toEqual([earlier.length, earlier.length])
  expect([retention.returned, again.total]).toEqual([again.data.length, again.data.length])
  const payersIn = async (paidMonth: string) =>
    new Set(
      (
        await rowsOf(person, { status: 'success', from: `${paidMonth}-01`, to: lastDay(paidMonth) })
      ).map(({ customerId }) => customerId),
    )
  const [first, second] = [await payersIn(before), await payersIn(month)]
  expect(new Set(earlier.map(({ id }) => id))).toEqual(first)
  const both = [...first].filter((id) => second.has(id))
  expect(again.data.map(({ id }) => id).toSorted()).toEqual(both.toSorted())
  expect(retention.value).toBe(first.size === 0 ? null : tenth((both.length / first.size) * 100))
}

const centsOrZero = (amount: string) => (amount === '0.00' ? 0 : cents(amount))

const step = fc.record({
  amount: fc
    .integer({ min: 1, max: 100_000 })
    .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`),
  currency: fc.constantFrom('USD' as const, 'EUR' as const),
  paymentMethod: fc.constantFrom('card' as const, 'paypal' as const, 'bank' as const),
  customer: fc.integer({ min: 1, max: 4 }),
  waitHours: fc.integer({ min: 0, max: 400 }),
  afterwards: fc.constantFrom(
    'nothing' as const,
    'settle' as const,
    'cancel' as const,
    'erase' as const,
  ),
})

async function take(
  app: TestApp,
  person: Person,
  more: typeof step extends fc.Arbitrary<infer T> ? T : never,
) {
  const { amount, currency, paymentMethod, customer } = more
  const created = await person.api.transactions.create.mutate(
    payment({ amount, currency, paymentMethod, customerEmail: `${customer}@example.com` }),
  )
  if (more.afterwards === 'settle') {
    app.clock.advance(SETTLEMENT_MS)
    await app.settle()
  }
  // Both changes may be refused because the payment is final; then nothing may have changed.
  if (more.afterwards === 'cancel') {
    await person.rest('PUT', `/api/transactions/${created.id}`, { status: 'failed' })
  }
  if (more.afterwards === 'erase')
    await person.rest('DELETE', `/api/customers/${created.customerId}`)
  app.clock.advance(more.waitHours * 3_600_000)
  // A session ends after twelve hours.
  if (more.waitHours > 0) await person.signIn()
}

test('every figure equals the sum over its rows after any history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('UTC', 'Europe/Rome', 'America/Santiago', 'Pacific/Auckland'),
      fc.constantFrom('UTC', 'Asia/Kolkata'),
      async (steps, timezone, newTimezone) => {
        await using app = await testApp()
        const person = await app.person({ timezone })
        for (const more of steps) await take(app, person, more)
        await assertFiguresAreTheirRows(person)

        await person.rest('PATCH', '/api/merchant/profile', { timezone: newTimezone })
        await assertFiguresAreTheirRows(person)
      },
    ),
    { numRuns: runs(8, 3) },
  )
})

test('the summary compares this month with the one before', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const pay = (customer: string, amount: string, paymentMethod: 'card' | 'bank' = 'card') =>
    alice.api.transactions.create.mutate(
      payment({ customerEmail: `${customer}@example.com`, amount, paymentMethod }),
    )
  // A Friday evening in Rome, in February.
  app.clock.set('2026-02-13T19:00:00.000Z')
  await pay('ada', '10.00')
  await pay('bob', '20.00')
  await pay('cia', '30.00', 'bank')
  app.clock.advance(SETTLEMENT_MS)
  await app.settle()
  app.clock.set('2026-03-03T09:00:00.000Z')
  await pay('ada', '30.00')

  expect(await alice.api.analytics.summary.query()).toEqual({
    averageValue: { value: '30.00', currency: 'USD', change: 50 },
    retention: { value: 33.3, change: null, returned: 1, paid: 3 },
    processingTime: { seconds: 0, change: -1.7 },
    topPeriods: [
      {
        kind: 'month',
        label: 'February 2026',
        amount: '60.00',
        share: null,
        change: null,
        filter: { status: 'success', currency: 'USD', from: '2026-02-01', to: '2026-02-28' },
      },
      {
        kind: 'slot',
        label: 'Friday Evenings',
        amount: '60.00',
        share: 66.7,
        change: null,
        filter: { status: 'success', currency: 'USD', weekday: 5, slot: 3 },
      },
    ],
  })
})

test('an empty account has figures too: zeros, and null for undefined ratios', async () => {
  await using app = await testApp()
  const alice = await app.person()

  expect(await alice.api.analytics.summary.query()).toEqual({
    averageValue: { value: '0.00', currency: 'USD', change: null },
    retention: { value: null, change: null, returned: 0, paid: 0 },
    processingTime: { seconds: null, change: null },
    topPeriods: [],
  })
  const rate = await alice.api.analytics.successRate.query()
  expect(rate.datasets[0]?.data).toEqual(Array(12).fill(null))
})

test('series end today and compare with the period before', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const payOnDay = async (day: string, amount: string) => {
    app.clock.set(`${day}T12:00:00.000Z`)
    await alice.api.transactions.create.mutate(payment({ amount }))
  }
  await payOnDay('2026-03-01', '1.00')
  await payOnDay('2026-03-04', '2.50')
  await payOnDay('2026-03-10', '4.00')

  const series = await alice.rest('GET', '/api/analytics/revenue?range=7d&compare=true')

  expect(series.json()).toEqual({
    labels: ['04', '05', '06', '07', '08', '09', '10'].map((day) => `2026-03-${day}`),
    datasets: [
      { label: 'Revenue', data: [2.5, 0, 0, 0, 0, 0, 4] },
      { label: 'Revenue, period before', data: [0, 0, 0, 0, 1, 0, 0] },
    ],
  })
  const months = await alice.api.analytics.revenue.query()
  expect(months.labels).toHaveLength(12)
  expect(months.labels.at(-1)).toBe('2026-03')
})

test.each([
  ['/api/analytics/revenue?range=1y', 'range'],
  ['/api/analytics/revenue?currency=ITL', 'currency'],
  ['/api/analytics/success-rate?compare=maybe', 'compare'],
  ['/api/analytics/transactions-volume?compare=true', 'compare'],
  ['/api/analytics/summary?range=1y', 'range'],
  ['/api/analytics/success-rate?by=month', 'by'],
  ['/api/analytics/revenue?by=week', 'by'],
])('%s is refused with the field name %s', async (path, field) => {
  await using app = await testApp()
  const alice = await app.person()

  const refused = await alice.rest('GET', path)

  expect(refused.status).toBe(400)
  expect(refused.json().issues[0].path).toBe(field)
})

test('the dashboard’s success rate changes by percentage points, as retention does', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const pay = (amount: string) => alice.api.transactions.create.mutate(payment({ amount }))
  await pay('10.00')
  await pay('10.01')
  app.clock.advance(35 * 86_400_000)
  await alice.signIn()
  for (const amount of ['10.00', '11.00', '12.00', '10.01']) await pay(amount)

  const { change } = await alice.api.dashboard.stats.query()

  expect(change.successRate).toBe(25)
})

test('the figures of a range are compared with the range before it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const payOnDay = async (day: string, amount: string) => {
    app.clock.set(`${day}T12:00:00.000Z`)
    await alice.api.transactions.create.mutate(payment({ amount }))
  }
  await payOnDay('2026-02-25', '10.00')
  await payOnDay('2026-03-05', '30.00')
  await payOnDay('2026-03-06', '10.00')

  const summary = await alice.api.analytics.summary.query({ range: '7d' })
  expect(summary.averageValue).toEqual({ value: '20.00', currency: 'USD', change: 100 })
  expect(summary.topPeriods.map(({ kind, label, share }) => [kind, label, share])).toEqual([
    ['day', 'March 5, 2026', 75],
    ['slot', 'Thursday Afternoons', 60],
  ])

  const monthSummary = await alice.api.analytics.summary.query({ range: '30d' })
  expect(monthSummary.averageValue).toEqual({ value: '16.67', currency: 'USD', change: null })
  expect(monthSummary.topPeriods.map(({ kind, label, amount }) => [kind, label, amount])).toEqual([
    ['day', 'March 5, 2026', '30.00'],
    ['weekday', 'Thursdays', '30.00'],
    ['slot', 'Thursday Afternoons', '30.00'],
  ])
})

test('weeks begin on Monday, except the range’s first, and compare with the same days', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const payOnDay = async (day: string, amount: string) => {
    app.clock.set(`${day}T12:00:00.000Z`)
    await alice.signIn()
    await alice.api.transactions.create.mutate(payment({ amount }))
  }
  // 2026-03-11 is a Wednesday, so its range of 90 days begins on 2025-12-12, a Friday.
  await payOnDay('2025-12-11', '1.01')
  await payOnDay('2025-12-14', '1.00')
  await payOnDay('2026-03-09', '1.00')
  await payOnDay('2026-03-11', '1.01')

  const weeks = await alice.api.analytics.successRate.query({
    range: '90d',
    by: 'week',
    counts: true,
    compare: true,
  })

  expect(weeks.labels.slice(0, 2)).toEqual(['2025-12-12', '2025-12-15'])
  expect(weeks.labels.at(-1)).toBe('2026-03-09')
  expect(weeks.labels).toHaveLength(14)
  const [now, before] = weeks.datasets
  expect([now?.data[0], now?.data.at(-1)]).toEqual([100, 50])
  expect([now?.counts?.[0], now?.counts?.at(-1)]).toEqual([1, 2])
  expect([before?.data.length, before?.data.at(-1), before?.counts?.at(-1)]).toEqual([14, 0, 1])
})

test('the first day is the day of the merchant’s own oldest payment', async () => {
  await using app = await testApp()
  const alice = await app.person()
  expect(await alice.api.analytics.firstDay.query()).toEqual({ day: null })
  app.clock.set('2026-02-03T12:00:00.000Z')
  await alice.api.transactions.create.mutate(payment({ amount: '1.00' }))
  app.clock.set('2026-03-03T12:00:00.000Z')
  await alice.api.transactions.create.mutate(payment({ amount: '1.00' }))
  const bob = await app.person()

  expect(await alice.api.analytics.firstDay.query()).toEqual({ day: '2026-02-03' })
  expect(await bob.api.analytics.firstDay.query()).toEqual({ day: null })
})
