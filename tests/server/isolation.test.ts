import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

test('two merchants see nothing of each other', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const hers = await alice.api.transactions.create.mutate(payment())

  for (const key of [hers.id, hers.transactionId]) {
    const foreign = await bob.rest('GET', `/api/transactions/${key}`)
    const missing = await bob.rest('GET', '/api/transactions/txn_nobodys')
    expect(foreign.status).toBe(404)
    expect({ ...foreign.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
    await expect(bob.api.transactions.get.query({ id: key })).rejects.toMatchObject({
      data: { code: 'not_found' },
    })
  }
  expect((await bob.rest('GET', '/api/transactions')).json()).toEqual([])
  expect((await bob.rest('GET', `/api/transactions?customerId=${hers.customerId}`)).json()).toEqual(
    [],
  )
  expect(await bob.api.dashboard.stats.query()).toMatchObject({
    totalRevenue: '0.00',
    totalTransactions: 0,
    activeCustomers: 0,
    successRate: 0,
  })
  expect(await bob.api.analytics.paymentMethods.query()).toEqual([])
  expect((await bob.api.analytics.transactionsVolume.query()).data.every((n) => n === 0)).toBe(true)
})

test('two merchants may have the same customer and do not share it', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]

  const hers = await alice.api.transactions.create.mutate(payment())
  const his = await bob.api.transactions.create.mutate(payment())

  expect(his.customerId).not.toBe(hers.customerId)
  expect(await app.count('customers')).toBe(2)
})
