import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { SETTLEMENT_MS, testApp } from '../support/test-app.ts'

test('a pending bank transfer can be settled or cancelled by hand, with a reason in its history', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const pay = () => alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))
  const [first, second] = [await pay(), await pay()]

  const settled = await alice.rest('PUT', `/api/transactions/${first.transactionId}`, {
    status: 'success',
    reason: 'seen on the statement',
  })
  const cancelled = await alice.rest('PUT', `/api/transactions/${second.id}`, { status: 'failed' })

  expect(settled.status).toBe(200)
  expect(settled.json()).toMatchObject({ status: 'success', failureReason: null })
  expect(cancelled.json()).toMatchObject({ status: 'failed', failureReason: 'cancelled' })
  const { events } = await alice.api.transactions.get.query({ id: first.id })
  expect(events[1]).toMatchObject({
    status: 'success',
    reason: 'seen on the statement',
    actor: `user:${alice.id}`,
  })
  const stats = await alice.api.dashboard.stats.query()
  expect(stats).toMatchObject({ totalRevenue: '12.34', totalTransactions: 2, successRate: 50 })
  app.clock.advance(SETTLEMENT_MS)
  await app.settle()
  expect((await alice.api.transactions.get.query({ id: second.id })).status).toBe('failed')
  const { data } = await alice.api.auditLog.list.query({ action: 'transaction.status_changed' })
  expect(data.map(({ objectId }) => objectId)).toEqual([second.id, first.id])
})

test('the same status again changes nothing, another one is refused', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment())
  const before = await alice.api.transactions.get.query({ id })
  app.clock.advance(1000)

  const same = await alice.rest('PUT', `/api/transactions/${id}`, { status: 'success' })
  const other = await alice.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })

  expect(same.status).toBe(200)
  expect(other.status).toBe(409)
  expect(other.json().reason).toBe('transaction_final')
  expect(await alice.api.transactions.get.query({ id })).toEqual(before)
})

test('the processor alone decides that a card payment succeeds', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment({ amount: '10.03' }))

  const refused = await alice.rest('PUT', `/api/transactions/${id}`, { status: 'success' })
  expect(refused.status).toBe(409)
  expect(refused.json().reason).toBe('processor_decides')

  const cancelled = await alice.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })
  expect(cancelled.status).toBe(200)
})

test.each([
  ['no status', {}, 'status'],
  ['pending', { status: 'pending' }, 'status'],
  ['an unknown status', { status: 'refunded' }, 'status'],
  ['a reason too long', { status: 'failed', reason: 'a'.repeat(201) }, 'reason'],
  ['an unknown key', { status: 'failed', amount: '1.00' }, 'amount'],
])('a change with %s is refused', async (_, body, field) => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))

  const refused = await alice.rest('PUT', `/api/transactions/${id}`, body)

  expect(refused.status).toBe(400)
  expect(refused.json().issues[0].path).toBe(field)
  expect((await alice.api.transactions.get.query({ id })).status).toBe('pending')
})

test('ten people who decide at once make one decision', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))

  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      alice.rest('PUT', `/api/transactions/${id}`, { status: index % 2 ? 'failed' : 'success' }),
    ),
  )

  const { status, events } = await alice.api.transactions.get.query({ id })
  expect(events).toHaveLength(2)
  expect(responses.filter((response) => response.status === 200)).toHaveLength(5)
  expect(responses.filter((response) => response.status === 409)).toHaveLength(5)
  const stats = await alice.api.dashboard.stats.query()
  expect(stats.totalRevenue).toBe(status === 'success' ? '12.34' : '0.00')
})
