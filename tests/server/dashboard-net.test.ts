import { expect, test } from 'vitest'
import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { SETTLEMENT_MS, testApp } from '../support/test-app.ts'

test('net is the takings less refunds, disputes and fees, once a fee is known', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await app.person()
  const [first] = await takePayments(alice, 10)
  expect(await alice.api.dashboard.net.query()).toBeNull()

  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  expect(await alice.api.dashboard.net.query()).toEqual({
    currency: 'USD',
    gross: '1000.00',
    refunded: '0.00',
    disputed: '0.00',
    fees: '16.50',
    net: '983.50',
    unknownFees: 0,
  })

  await alice.rest('POST', `/api/transactions/${first.id}/refunds`, { amount: '40.00' })
  await takePayments(alice, 1, { amount: '10.11' })
  await takePayments(alice, 1, { currency: 'EUR' })
  expect(await alice.api.dashboard.net.query()).toMatchObject({ net: '953.61', unknownFees: 1 })
  await checkDueDisputes(app.world)
  app.clock.advance(SETTLEMENT_MS)
  await checkDueDisputes(app.world)
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)

  // Fees: 10 × 1.65 of the first payments, 0.39 of the disputed one, and 15.00 of its dispute.
  const net = await alice.api.dashboard.net.query()
  expect(net).toEqual({
    currency: 'USD',
    gross: '1010.11',
    refunded: '40.00',
    disputed: '10.11',
    fees: '31.89',
    net: '928.11',
    unknownFees: 0,
  })
  // Nothing was paid out, so the net is what the processor holds.
  const [held] = (await alice.api.balance.get.query()).filter(({ currency }) => currency === 'USD')
  expect(Number(held?.available) + Number(held?.pending)).toBeCloseTo(Number(net?.net), 2)
  expect(await bob.api.dashboard.net.query()).toBeNull()
})
