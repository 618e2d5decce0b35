import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { type Person, testApp } from '../support/test-app.ts'

type Filter = Parameters<Person['api']['transactions']['summary']['query']>[0]

const amounts = ['10.00', '20.06', '11.01', '12.02', '99.00', '30.00']

/** Takes sixty payments of all kinds over two days, within one session; some stay pending. */
async function manyPayments(app: Awaited<ReturnType<typeof testApp>>, alice: Person) {
  for (let i = 0; i < 60; i++) {
    await alice.api.transactions.create.mutate(
      payment({
        amount: amounts[i % amounts.length],
        currency: (['USD', 'EUR', 'GBP'] as const)[i % 3],
        paymentMethod: (['card', 'paypal', 'bank', 'card'] as const)[i % 4],
        captureMethod: i % 8 === 0 ? 'manual' : 'automatic',
        customerName: i % 5 === 0 ? 'Rossi Maria' : 'Ada Rossi',
        customerEmail: i % 5 === 0 ? 'maria@example.com' : 'ada@example.com',
      }),
    )
    app.clock.advance(7 * 60_000)
  }
}

async function groupsOfRows(alice: Person, filter: Filter) {
  const page = await alice.api.transactions.list.query({ ...filter, limit: 200 })
  const groups = new Map<string, { count: number; amount: number }>()
  for (const { status, currency, amount } of page.data) {
    const key = `${status} ${currency}`
    const before = groups.get(key) ?? { count: 0, amount: 0 }
    groups.set(key, {
      count: before.count + 1,
      amount: before.amount + Number(minorFromDecimal(amount)),
    })
  }
  return Object.fromEntries(groups)
}

test('counts and sums match the rows of the same filter', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Asia/Tokyo' })
  await manyPayments(app, alice)
  const [first] = (await alice.api.transactions.list.query({ limit: 1 })).data
  const optionOf = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        search: optionOf('maria rossi', 'ada@', '11,01', 'nobody', '11 mar'),
        status: optionOf('success' as const, 'pending' as const, 'failed' as const),
        final: optionOf(true, false),
        waitingFor: optionOf('capture' as const, 'customer' as const, 'transfer' as const),
        paymentMethod: optionOf('card' as const, 'bank' as const),
        currency: optionOf('EUR' as const, 'USD' as const),
        customerId: optionOf(first?.customerId ?? ''),
        from: optionOf('2026-03-10', '2026-03-11'),
        to: optionOf('2026-03-10', '2026-03-11'),
        minAmount: optionOf('11', '30.00'),
        maxAmount: optionOf('20.00'),
        weekday: optionOf(2, 3),
        slot: optionOf(0, 2),
      }),
      async (filter) => {
        const { groups, isExact } = await alice.api.transactions.summary.query(filter)
        const entries = groups.map(({ status, currency, count, amount }) => [
          `${status} ${currency}`,
          { count, amount: minorFromDecimal(amount) },
        ])
        expect(isExact).toBe(true)
        expect(Object.fromEntries(entries)).toEqual(await groupsOfRows(alice, filter))
      },
    ),
    { numRuns: runs(120, 40) },
  )
})

test('the sums of another merchant stay private, and a key cannot request any', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())
  const bob = await app.person()

  expect(await bob.api.transactions.summary.query({})).toEqual({ groups: [], isExact: true })
  expect(await alice.api.transactions.summary.query({})).toEqual({
    groups: [{ status: 'success', currency: 'USD', count: 1, amount: '12.34' }],
    isExact: true,
  })
})
