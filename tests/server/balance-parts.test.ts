import { expect, test } from 'vitest'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { type Person, testApp } from '../support/test-app.ts'

const parts = ['pending', 'available', 'reserved'] as const

/** Sums of the entries that each figure opens, by currency. */
async function opened(person: Person, part: (typeof parts)[number]) {
  const { data, total } = await person.api.balanceEntries.list.query({ part, limit: 100 })
  const { groups } = await person.api.balanceEntries.summary.query({ part })
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  const cents = new Map<string, number>()
  for (const { net, currency } of data) {
    cents.set(currency, (cents.get(currency) ?? 0) + Math.round(Number(net) * 100))
  }
  return Object.fromEntries(cents)
}

test('each figure of the balance opens the entries that add up to it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await app.person()
  await takePayments(alice, 2)
  await takePayments(alice, 1, { currency: 'EUR' })
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  await alice.rest('POST', '/api/payouts', { currency: 'USD' })
  const [paid] = await takePayments(alice, 2, { amount: '10.00' })
  await alice.rest('POST', `/api/transactions/${paid.id}/refunds`, { amount: '4.00' })
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  // An amount that the processor holds back, and one that becomes available tomorrow.
  const [entry] = (await alice.api.balanceEntries.list.query({ type: 'charge' })).data
  const change = (id: string, values: { balanceType?: string; availableAt?: string }) =>
    app.db.updateTable('balanceEntries').set(values).where('id', '=', id).execute()
  await change(entry?.id ?? '', { availableAt: '2999-01-01T00:00:00.000Z' })

  const shown = await alice.api.balance.get.query()
  for (const part of parts) {
    const figures = Object.fromEntries(
      shown
        .map((balance) => [balance.currency, Math.round(Number(balance[part]) * 100)] as const)
        .filter(([, cents]) => cents !== 0),
    )
    expect({ part, cents: await opened(alice, part) }).toEqual({ part, cents: figures })
  }
  expect(await opened(alice, 'pending')).toEqual({ USD: 961 })
  expect(await opened(alice, 'available')).toEqual({ USD: 561, EUR: 9835 })
  await change(entry?.id ?? '', { balanceType: 'risk_reserved' })
  expect(await opened(alice, 'reserved')).toEqual({ USD: 961 })
  expect(await opened(alice, 'pending')).toEqual({})

  const where = { part: 'available', currency: 'USD', type: 'refund' } as const
  expect((await alice.api.balanceEntries.list.query(where)).total).toBe(1)
  const search = paid.transactionId
  expect((await alice.api.balanceEntries.list.query({ ...where, search })).total).toBe(1)
  expect((await bob.api.balanceEntries.list.query({ part: 'available' })).total).toBe(0)
  const byRest = await alice.rest('GET', '/api/balance/entries?part=available')
  expect(byRest.json()).toHaveLength(3)
  expect((await alice.rest('GET', '/api/balance/entries?part=all')).status).toBe(400)
})
