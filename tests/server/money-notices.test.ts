import { expect, test } from 'vitest'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { createNoticeShop, listNotices, mailAll, passHours } from '../support/notice-shop.ts'
import { SETTLEMENT_MS } from '../support/test-app.ts'

test('a payout that arrives is a quiet notice, one that fails is mailed to the owner at once', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const payOut = async (amount: string) => {
    await takePayments(owner, 1, { amount, currency: 'EUR', paymentMethod: 'bank' })
    app.clock.advance(SETTLEMENT_MS)
    await app.settle()
    app.clock.advance(READ_AFTER_MS)
    await readBalances(app)
    const { id } = await owner.api.payouts.create.mutate({ currency: 'EUR' })
    app.clock.advance(86_400_000)
    await readBalances(app)
    await owner.signIn()
    return id
  }

  const paid = await payOut('10.00')
  const failed = await payOut('10.99')
  await mailAll(app)

  const { data } = await owner.api.notices.list.query({})
  expect(data.map(({ kind, facts }) => [kind, facts])).toEqual([
    ['payout_failed', { payoutId: failed, amount: '10.99', currency: 'EUR' }],
    ['payout_paid', { payoutId: paid, amount: '10.00', currency: 'EUR' }],
  ])
  const mailed = sent.filter(({ subject }) => subject.includes('10'))
  expect(mailed.map(({ to, subject }) => [to, subject])).toEqual([
    [owner.email, '[Prova] Accredito di 10,99 € non riuscito'],
  ])
  expect(mailed[0]?.text).toContain(`/money/payouts/${failed}`)

  sent.length = 0
  await passHours(app, 30)
  await readBalances(app)
  await owner.signIn()
  expect(await listNotices(owner)).toHaveLength(2)
  expect(sent).toEqual([])
  expect(app.locks.faults).toEqual([])
})

test('an entry of an unknown kind is one notice for each kind, to owners only', async () => {
  await using shop = await createNoticeShop()
  const { app, owner } = shop
  await takePayments(owner, 3)
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app, 1)
  const recordedAt = new Date(app.world.now()).toISOString()
  const { data } = await owner.api.balanceEntries.list.query({})
  for (const [at, { id }] of data.entries()) {
    const rawType = at === 0 ? 'climate_order' : 'mystery'
    await app.db
      .updateTable('balanceEntries')
      .set({ type: 'other', rawType, recordedAt, createdAt: recordedAt })
      .where('id', '=', id)
      .execute()
  }
  await app.db
    .updateTable('balanceAccounts')
    .set({ dueAt: recordedAt, createdAt: '2026-01-01T00:00:00.000Z' })
    .execute()
  await readBalances(app, 2)

  const notices = await owner.api.notices.list.query({})
  expect(notices.data.map(({ kind, facts }) => [kind, facts.title]).toSorted()).toEqual([
    ['unknown_entry', 'climate_order'],
    ['unknown_entry', 'mystery'],
  ])
})
