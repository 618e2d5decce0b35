import { expect, test } from 'vitest'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { SETTLEMENT_MS, testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

test('ten payments of 100.00 cost 16.50 and arrive as one payout of 983.50', async () => {
  await using app = await testApp()
  const alice = await app.person()
  app.clock.set('2026-03-10T12:00:00.000Z')
  const [first] = await takePayments(alice, 10)
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)

  const [balance, ...others] = (await alice.rest('GET', '/api/balance')).json()
  expect(others).toEqual([])
  expect(balance).toMatchObject({
    processor: 'sandbox',
    accountId: null,
    currency: 'USD',
    pending: '0.00',
    available: '983.50',
    reserved: '0.00',
    inTransit: '0.00',
    nextPayoutAt: '2026-03-11T06:00:00.000Z',
  })
  const entries = await alice.api.balanceEntries.list.query({ type: 'charge' })
  expect(entries.total).toBe(10)
  expect(entries.data.at(-1)).toMatchObject({
    type: 'charge',
    amount: '100.00',
    fee: '1.65',
    net: '98.35',
    transactionId: first.id,
    payoutId: null,
    createdAt: '2026-03-10T12:00:00.000Z',
    availableAt: '2026-03-10T12:00:05.000Z',
    feeDetails: [{ type: 'processing', amount: '1.65' }],
  })
  const summary = await alice.api.balanceEntries.summary.query({})
  expect(summary.groups).toEqual([
    { type: 'charge', currency: 'USD', count: 10, amount: '1000.00', fee: '16.50', net: '983.50' },
  ])

  app.clock.set('2026-03-11T06:00:00.000Z')
  await readBalances(app)
  await alice.signIn()
  const [payout] = (await alice.rest('GET', '/api/payouts')).json()
  expect(payout).toMatchObject({
    status: 'in_transit',
    amount: '983.50',
    currency: 'USD',
    isAutomatic: true,
    entryCount: 10,
    arrivalAt: '2026-03-12T06:00:00.000Z',
  })
  expect((await alice.rest('GET', '/api/balance')).json()).toMatchObject([
    { pending: '0.00', available: '0.00', inTransit: '983.50', nextPayoutAt: null },
  ])
  const ofPart = () => alice.api.payouts.list.query({ part: 'inTransit' })
  const setStatus = (status: 'pending' | 'in_transit') =>
    app.db.updateTable('payouts').set({ status }).execute()
  expect((await ofPart()).data).toMatchObject([{ amount: '983.50', status: 'in_transit' }])
  await setStatus('pending')
  expect((await ofPart()).data).toMatchObject([{ amount: '983.50', status: 'pending' }])
  await setStatus('in_transit')
  const detail = (await alice.rest('GET', `/api/payouts/${payout.id}`)).json()
  expect(detail).toMatchObject({ contents: 'complete', sums: summary.groups })
  const contents = await alice.api.balanceEntries.list.query({ payoutId: payout.id })
  expect(contents.data.filter(({ type }) => type === 'charge')).toHaveLength(10)

  app.clock.set('2026-03-12T06:00:00.000Z')
  await readBalances(app)
  await alice.signIn()
  expect(await alice.api.payouts.get.query({ id: payout.id })).toMatchObject({ status: 'paid' })
  expect((await ofPart()).total).toBe(0)
  expect(await alice.api.payouts.summary.query({})).toMatchObject({
    groups: [{ status: 'paid', currency: 'USD', count: 1, amount: '983.50' }],
  })
  expect(await ledgerFindings(app)).toEqual([])
})

test('bank transfers cost nothing, a refund keeps its fee, and declined payments have no entry', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await takePayments(alice, 1, { paymentMethod: 'bank' })
  const [card] = await takePayments(alice, 1)
  await takePayments(alice, 1, { amount: '100.01' })
  app.clock.advance(SETTLEMENT_MS)
  await app.settle()
  await alice.rest('POST', `/api/transactions/${card.id}/refunds`, { amount: '40.00' })
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app, 20)

  const { data } = await alice.api.balanceEntries.list.query({})
  expect(data.map(({ type, amount, fee, net }) => [type, amount, fee, net]).toSorted()).toEqual([
    ['charge', '100.00', '0.00', '100.00'],
    ['charge', '100.00', '1.65', '98.35'],
    ['refund', '-40.00', '0.00', '-40.00'],
  ])
  const [ofRefund] = data.filter(({ type }) => type === 'refund')
  expect(ofRefund).toMatchObject({
    transactionId: card.id,
    refundId: expect.stringMatching(/^ref_/),
  })
  const search = card.transactionId
  expect((await alice.api.balanceEntries.list.query({ search })).total).toBe(2)
  expect((await alice.api.balanceEntries.summary.query({ search })).groups).toHaveLength(2)
})

test('payments and refunds that end later get their entries then', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const held = (
    await alice.rest('POST', '/api/payments', payment({ amount: '80.00', captureMethod: 'manual' }))
  ).json()
  const [paid] = await takePayments(alice, 1)
  // A refund that ends in 09 succeeds, and fails after the settlement time.
  await alice.rest('POST', `/api/transactions/${paid.id}/refunds`, { amount: '10.09' })
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  expect((await alice.api.balanceEntries.list.query({})).total).toBe(2)

  await alice.rest('POST', `/api/transactions/${held.id}/capture`, { amount: '50.00' })
  await settleRefunds(app.world)
  app.clock.advance(60_000)
  await readBalances(app)

  const { data } = await alice.api.balanceEntries.list.query({})
  expect(data.map(({ type, amount, fee }) => [type, amount, fee]).toSorted()).toEqual([
    ['charge', '100.00', '1.65'],
    ['charge', '50.00', '0.95'],
    ['refund', '-10.09', '0.00'],
    ['refund_failure', '10.09', '0.00'],
  ])
  expect(await app.count('sandboxOpenFacts')).toBe(0)
})

test('a payout that ends in 99 comes back, and waits for new money or for a person', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  await takePayments(alice, 1, { amount: '10.99', paymentMethod: 'bank' })
  app.clock.advance(SETTLEMENT_MS)
  await app.settle()
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app, 20)
  const created = await alice.rest('POST', '/api/payouts', {})
  expect(created.status).toBe(201)
  expect(created.json()).toMatchObject({ amount: '10.99', isAutomatic: false, entryCount: 1 })
  const { id } = created.json()

  app.clock.advance(86_400_000)
  await readBalances(app)
  await alice.signIn()
  expect(await alice.api.payouts.get.query({ id })).toMatchObject({
    status: 'failed',
    failureReason: 'account_closed',
  })
  const events = await app.db
    .selectFrom('webhookEvents')
    .select(['eventType', 'payload'])
    .where('objectId', '=', id)
    .execute()
  expect(events.map(({ eventType }) => eventType)).toEqual(['payout.failed'])
  expect(JSON.parse(String(events[0]?.payload)).data).toMatchObject({ id, status: 'failed' })
  expect(await alice.api.balance.get.query()).toMatchObject([{ available: '10.99' }])
  app.clock.advance(2 * 86_400_000)
  await readBalances(app)
  await alice.signIn()
  expect((await alice.api.payouts.list.query({})).total).toBe(1)

  const again = await alice.rest('POST', '/api/payouts', {})
  expect(again.json()).toMatchObject({ amount: '10.99', entryCount: 1 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payout is refused when nothing is available, and changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await app.person()
  await takePayments(alice, 1)
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)

  for (const [person, body] of [
    [bob, {}],
    [alice, { currency: 'EUR' }],
  ] as const) {
    const refused = await person.rest('POST', '/api/payouts', body)
    expect([refused.status, refused.json().reason]).toEqual([409, 'nothing_available'])
  }
  expect(await app.count('payouts')).toBe(0)
  expect((await bob.api.balanceEntries.list.query({})).total).toBe(0)
  const [one, other] = await Promise.all([
    alice.rest('POST', '/api/payouts', {}),
    alice.rest('POST', '/api/payouts', {}),
  ])
  expect([one.status, other.status].toSorted()).toEqual([201, 409])
})
