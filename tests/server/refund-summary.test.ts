import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import { payment } from '../support/make.ts'
import { createManyRefunds, reasons } from '../support/many-refunds.ts'
import { runs } from '../support/runs.ts'
import { type Person, testApp } from '../support/test-app.ts'

type Filter = NonNullable<Parameters<Person['api']['refunds']['summary']['query']>[0]>

async function groupsOfRows(alice: Person, filter: Filter) {
  const page = await alice.api.refunds.list.query({ ...filter, limit: 200 })
  const groups: Record<string, { count: number; amount: number }> = {}
  for (const { status, currency, amount } of page.data) {
    const before = groups[`${status} ${currency}`] ?? { count: 0, amount: 0 }
    groups[`${status} ${currency}`] = {
      count: before.count + 1,
      amount: before.amount + Number(minorFromDecimal(amount)),
    }
  }
  return groups
}

test('counts and sums match the rows of the same filter', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Asia/Tokyo' })
  await createManyRefunds(app, alice)
  const [first] = (await alice.api.refunds.list.query({ limit: 1 })).data
  const optionOf = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        search: optionOf('maria rossi', 'ada@', '2,50', 'part', 'nobody', first?.id ?? ''),
        status: optionOf('success', 'pending', 'failed', 'cancelled' as const),
        reason: optionOf(...reasons),
        paymentMethod: optionOf('card', 'bank' as const),
        currency: optionOf('EUR', 'GBP' as const),
        customerId: optionOf(first?.customerId ?? ''),
        transactionId: optionOf(first?.transactionId ?? ''),
        from: optionOf('2026-03-10', '2026-03-11'),
        to: optionOf('2026-03-10', '2026-03-11'),
        minAmount: optionOf('2', '3.08'),
        maxAmount: optionOf('2.50'),
      }),
      async (filter) => {
        const { groups, isExact } = await alice.api.refunds.summary.query(filter as Filter)
        const entries = groups.map(({ status, currency, count, amount }) => [
          `${status} ${currency}`,
          { count, amount: minorFromDecimal(amount) },
        ])
        expect(isExact).toBe(true)
        expect(Object.fromEntries(entries)).toEqual(await groupsOfRows(alice, filter as Filter))
      },
    ),
    { numRuns: runs(60, 20) },
  )
  const { groups } = await alice.api.refunds.summary.query()
  expect(new Set(groups.map(({ status }) => status))).toEqual(
    new Set(['success', 'pending', 'failed']),
  )
})

test('the sums of another merchant stay private, and a key cannot request any', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment())
  await alice.api.refunds.create.mutate({ id, amount: '2.00' })
  const bob = await app.person()

  expect(await bob.api.refunds.summary.query()).toEqual({ groups: [], isExact: true })
  expect(await bob.api.refunds.summary.query({ transactionId: id })).toEqual({
    groups: [],
    isExact: true,
  })
  expect(await alice.api.refunds.summary.query()).toEqual({
    groups: [{ status: 'success', currency: 'USD', count: 1, amount: '2.00' }],
    isExact: true,
  })
})

test('more refunds than can be paged through are reported as too many, where no daily sum exists', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment())
  await alice.api.refunds.create.mutate({ id, amount: '2.00', reason: 'goodwill' })
  const row = await app.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: 10_000 }, (_, n) => ({ ...row, id: `ref_copy_${n}` }))
  for (let from = 0; from < copies.length; from += 500) {
    await app.db
      .insertInto('refunds')
      .values(copies.slice(from, from + 500))
      .execute()
  }

  const tooMany = await alice.api.refunds.summary.query({ reason: 'goodwill' })
  const few = await alice.api.refunds.summary.query({ reason: 'duplicate' })
  const usdSummary = await alice.api.refunds.summary.query({ currency: 'USD' })

  expect(tooMany).toEqual({ groups: [], isExact: false })
  expect(few).toEqual({ groups: [], isExact: true })
  expect(usdSummary.groups).toMatchObject([{ count: 1, amount: '2.00' }])
})
