import { expect, test } from 'vitest'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { keyCaller } from '../support/key.ts'
import { testApp } from '../support/test-app.ts'

test('version 2 has fee and net once a payment is booked, and a filter finds it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice, { scopes: ['read'] })
  const inV2 = { 'api-version': 'v2' }
  const [booked] = await takePayments(alice, 1)
  await alice.rest('POST', `/api/transactions/${booked.id}/refunds`, { amount: '40.00' })
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  const [fresh] = await takePayments(alice, 1)
  await takePayments(alice, 1, { amount: '100.01' })

  const amountsOf = async (id: string) =>
    (await shop.rest('GET', `/api/transactions/${id}`, undefined, inV2)).json().amounts
  expect(await amountsOf(booked.id)).toMatchObject({
    fee: '1.65',
    net: '58.35',
    settlementCurrency: null,
  })
  expect(await amountsOf(fresh.id)).toMatchObject({ fee: null, net: null })
  const idsWhere = async (settled: string) => {
    const page = (
      await shop.rest('GET', `/api/transactions?settled=${settled}`, undefined, inV2)
    ).json()
    return page.data.map(({ id }: { id: string }) => id)
  }
  expect(await idsWhere('true')).toEqual([booked.id])
  expect(await idsWhere('false')).toEqual([fresh.id])
  expect(await idsWhere('unknown')).toEqual([])
  expect((await shop.rest('GET', '/api/transactions?settled=perhaps')).status).toBe(400)
})
