import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexNewTexts } from '#server/services/search/index-texts.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const HOUR_MS = 3_600_000

type Payments = { first: string; second: string; third: string }

/**
 * The clock begins at noon UTC on March 10, 2026. In Tokyo the second payment, at 16:00 UTC, already falls on March 11,
 * and the third on March 12.
 */
async function createInTokyo(app: TestApp): Promise<{ alice: Person; ids: Payments }> {
  const alice = await app.person()
  await alice.api.merchant.update.mutate({ timezone: 'Asia/Tokyo' })
  const pay = async (customerName: string, amount: string) =>
    (
      await alice.api.transactions.create.mutate(
        payment({ customerName, customerEmail: `${customerName}@example.com`, amount }),
      )
    ).id
  const first = await pay('Rossi', '51.00')
  app.clock.advance(4 * HOUR_MS)
  const second = await pay('Bianchi', '1234.50')
  app.clock.advance(24 * HOUR_MS)
  await alice.signIn()
  const third = await pay('Rossi', '51.01')
  return { alice, ids: { first, second, third } }
}

const findIds = async ({ api }: Person, search: string, more: Record<string, string> = {}) =>
  (await api.transactions.list.query({ search, sort: 'createdAt', ...more })).data.map(
    ({ id }) => id,
  )

test.each([
  ['11 mar', ['second']],
  ['Mar 11', ['second']],
  ['2026-03-11', ['second']],
  ['11/03/2026', ['second']],
  ['11/3', ['second']],
  ['11 marzo', ['second']],
  ['11 marzo 2026', ['second']],
  ['March 11, 2026', ['second']],
  ['10 mar', ['first']],
  ['12 mar', ['third']],
  // It is March 12 there: without a year, March 13 means that of the year before.
  ['13 mar', []],
  ['11 mar 2025', []],
  ['rossi 12 mar', ['third']],
  ['12 mar rossi', ['third']],
  ['bianchi 12 mar', []],
  ['1.234,50 11 mar', ['second']],
  ['1,234.50 Mar 11', ['second']],
  ['10 mar 51,00', ['first']],
  ['rossi 51,00', ['first']],
  ['51,0', ['first', 'third']],
  ['rossi bianchi', []],
] as const)('a search for "%s" uses the time zone of the merchant', async (search, names) => {
  await using app = await testApp()
  const { alice, ids } = await createInTokyo(app)
  const expected = names.map((name) => ids[name])

  const atOnce = await findIds(alice, search)
  await indexNewTexts(app.world)

  expect(atOnce).toEqual(expected)
  expect(await findIds(alice, search)).toEqual(expected)
  const rest = await alice.rest('GET', `/api/transactions?search=${encodeURIComponent(search)}`)
  expect(rest.headers['x-total-count']).toBe(String(expected.length))
})

test('a day in the search combines with the other filters and with the export', async () => {
  await using app = await testApp()
  const { alice, ids } = await createInTokyo(app)
  const csv = async (query: string) =>
    (await alice.rest('GET', `/api/transactions/export?${query}`)).body

  expect(await findIds(alice, '12 mar', { status: 'failed' })).toEqual([ids.third])
  expect(await findIds(alice, '12 mar', { status: 'success' })).toEqual([])
  expect(await findIds(alice, '11 mar', { from: '2026-03-10', to: '2026-03-12' })).toEqual([
    ids.second,
  ])
  expect(await findIds(alice, '11 mar', { from: '2026-03-12' })).toEqual([])
  expect(await csv('search=11%20mar')).toContain(ids.second)
  expect(await csv('search=11%20mar')).not.toContain(ids.first)
})

test('words that are a day are also found as they are written', async () => {
  await using app = await testApp()
  const { alice, ids } = await createInTokyo(app)
  const rent = await alice.api.transactions.create.mutate(
    payment({ customerName: 'Verdi', description: 'Rent 11/03/2026, due 11 mar' }),
  )
  await alice.api.transactions.create.mutate(payment({ description: 'Set 11 of 3, March' }))

  for (const search of ['11/03/2026', '11 mar']) {
    expect(await findIds(alice, search)).toEqual([ids.second, rent.id])
    expect(await findIds(alice, `verdi ${search}`)).toEqual([rent.id])
    expect(await findIds(alice, search, { status: 'failed' })).toEqual([])
  }
})

test('a search by day never finds payments of another merchant', async () => {
  await using app = await testApp()
  await createInTokyo(app)
  const bob = await app.person()

  for (const search of ['10 mar', 'rossi 2026-03-10']) {
    expect(await findIds(bob, search)).toEqual([])
  }
})

test('a day among the words equals a filter by that day, in every order, page by page', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.merchant.update.mutate({ timezone: 'Europe/Rome' })
  for (let at = 0; at < 30; at++) {
    await alice.api.transactions.create.mutate(
      payment({ customerName: at % 3 === 0 ? 'Anna' : 'Bruno', amount: `${10 + (at % 4)}.00` }),
    )
    app.clock.advance(2.5 * HOUR_MS)
    await alice.signIn()
  }
  const days = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14']

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...days),
      fc.constantFrom('', 'anna', '11,00', 'bruno 12'),
      fc.constantFrom('-createdAt' as const, 'amount' as const, '-customerName' as const),
      fc.integer({ min: 2, max: 9 }),
      async (day, rest, sort, limit) => {
        const date = Number(day.slice(-2))
        const searches = [`${rest} ${day}`, `${date} mar ${rest}`, `march ${date} ${rest}`]
        const expected = await alice.api.transactions.list.query({
          ...(rest && { search: rest }),
          from: day,
          to: day,
          sort,
        })
        for (const search of searches) {
          const walkedIds: string[] = []
          let cursor: string | undefined
          do {
            const page = await alice.api.transactions.list.query({ search, sort, limit, cursor })
            expect([page.total, page.totalExact]).toEqual([expected.total, true])
            walkedIds.push(...page.data.map(({ id }) => id))
            cursor = page.nextCursor ?? undefined
          } while (cursor)
          expect(walkedIds).toEqual(expected.data.map(({ id }) => id))
        }
      },
    ),
    { numRuns: runs(20, 6) },
  )
})

test('a day and the texts that contain it form one list in every order, page by page', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.merchant.update.mutate({ timezone: 'Europe/Rome' })
  const rows: { id: string; amount: string; at: number }[] = []
  for (let at = 0; at < 24; at++) {
    const { id, amount } = await alice.api.transactions.create.mutate(
      payment({
        customerName: at % 2 === 0 ? 'Anna' : 'Bruno',
        amount: `${10 + (at % 4)}.00`,
        ...(at % 3 === 0 && { description: 'Rent 11 mar' }),
      }),
    )
    rows.push({ id, amount, at })
    app.clock.advance(2.5 * HOUR_MS)
    await alice.signIn()
  }
  const onDay = await alice.api.transactions.list.query({ from: '2026-03-11', to: '2026-03-11' })
  const dayIds = new Set(onDay.data.map(({ id }) => id))
  const expected = rows.filter(({ id, at }) => dayIds.has(id) || at % 3 === 0)
  const orders = {
    '-createdAt': expected.toReversed(),
    createdAt: expected,
    amount: expected.toSorted(
      (a, b) => Number(a.amount) - Number(b.amount) || (a.id < b.id ? -1 : 1),
    ),
  }

  for (const [sort, wanted] of Object.entries(orders)) {
    for (const limit of [2, 5, 100]) {
      const ids = wanted.map(({ id }) => id)
      const request = { search: '11 mar', sort: sort as keyof typeof orders, limit }
      const walked: string[] = []
      let cursor: string | undefined
      do {
        const page = await alice.api.transactions.list.query({ ...request, cursor })
        expect([page.total, page.totalExact]).toEqual([expected.length, true])
        walked.push(...page.data.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      const paged: string[] = []
      for (let page = 1; paged.length < ids.length; page++) {
        const { data } = await alice.api.transactions.list.query({ ...request, page })
        paged.push(...data.map(({ id }) => id))
        if (data.length === 0) break
      }
      expect(walked).toEqual(ids)
      expect(paged).toEqual(ids)
    }
  }
  const beyond = await alice.api.transactions.list.query({ search: '11 mar', limit: 10, page: 90 })
  const csv = await alice.rest('GET', '/api/transactions/export?search=11%20mar')
  const exported = csv.body.match(/txn_\w+/g)
  const { groups } = await alice.api.transactions.summary.query({ search: '11 mar' })
  expect(beyond.data).toEqual([])
  expect(exported).toEqual(orders['-createdAt'].map(({ id }) => id))
  expect(groups.reduce((all, { count }) => all + count, 0)).toBe(expected.length)
})

test('"ieri" finds the payments of yesterday, not those of a customer named Olivieri', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const pay = async (customerName: string) =>
    (await alice.api.transactions.create.mutate(payment({ customerName }))).id
  const early = await pay('Anna Rossi')
  app.clock.advance(24 * HOUR_MS)
  await alice.signIn()
  await pay('Bruno Olivieri')

  for (const search of ['ieri', 'yesterday', 'rossi ieri', 'ieri rossi', 'rossi di ieri']) {
    expect(await findIds(alice, search)).toEqual([early])
  }
  expect(await findIds(alice, 'ieri verdi')).toEqual([])
})

test.each(['scorsa settimana rossi', 'rossi scorsa settimana', 'Rossi last week'])(
  'a name and a period are found in both orders: %s',
  async (search) => {
    await using app = await testApp()
    const alice = await app.person()
    const pay = async (customerName: string) =>
      (await alice.api.transactions.create.mutate(payment({ customerName }))).id
    const wanted = await pay('Anna Rossi')
    await pay('Bruno Verdi')
    app.clock.advance(7 * 24 * HOUR_MS)
    await alice.signIn()
    await pay('Anna Rossi')

    expect(await findIds(alice, search)).toEqual([wanted])
  },
)
