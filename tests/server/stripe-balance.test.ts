import { expect, test } from 'vitest'
import { listLedgerBalances } from '#server/features/ledger/ledger.queries.ts'
import { runBalanceCheck } from '#server/ops/check/balance-check.ts'
import { READ_AFTER_MS, readBalances } from '../support/balances.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { bookTransaction } from '../support/stripe/balance.ts'
import { payOut } from '../support/stripe/payouts.ts'
import { createRefund } from '../support/stripe/refunds.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const DAY_MS = 86_400_000

const take = async ({ shop }: StripeShop, amount = '100.00', currency: 'EUR' | 'USD' = 'EUR') =>
  (
    await shop.rest('POST', '/api/transactions', {
      ...payment({ amount, currency }),
      paymentToken: 'pm_card_visa',
    })
  ).json()

const contextOf = ({ account, app, stripe }: StripeShop) => ({
  account,
  nowMs: app.clock.now(),
  url: stripe.url,
})

const read = async ({ app }: StripeShop, runs = 4) => readBalances(app, runs)

/** Returns what the check of balances prints about differences. */
const differencesOf = async ({ app }: StripeShop) => {
  const lines: string[] = []
  await runBalanceCheck(app.world, (line) => lines.push(line))
  return lines
}

test('entries and payouts of Stripe are read, and the ledger equals its balance', async () => {
  await using shop = await createStripeShop()
  const first = await take(shop)
  await take(shop, '50.00')
  await shop.shop.rest('POST', `/api/transactions/${first.id}/refunds`, { amount: '20.00' })
  await shop.later(4 * DAY_MS)
  payOut(contextOf(shop))
  await shop.ada.signIn()
  await read(shop)

  const { data } = await shop.ada.api.balanceEntries.list.query({})
  expect(data.map(({ type, amount, fee }) => [type, amount, fee]).toSorted()).toEqual([
    ['charge', '100.00', '1.75'],
    ['charge', '50.00', '1.00'],
    ['payout', '-127.25', '0.00'],
    ['refund', '-20.00', '0.00'],
  ])
  const ofRefund = data.find(({ type }) => type === 'refund')
  expect(ofRefund).toMatchObject({ transactionId: first.id, refundId: /^ref_/ })
  expect(await differencesOf(shop)).toEqual([])

  await shop.later(3 * DAY_MS)
  await shop.ada.signIn()
  await read(shop)
  const [payout] = (await shop.ada.api.payouts.list.query({})).data
  expect(payout).toMatchObject({
    status: 'paid',
    amount: '127.25',
    entryCount: 3,
    bankLast4: '6789',
    isAutomatic: true,
  })
  const detail = await shop.ada.api.payouts.get.query({ id: String(payout?.id) })
  expect(detail.contents).toBe('complete')
  expect(await differencesOf(shop)).toEqual([])
  expect(await ledgerFindings(shop.app)).toEqual([])

  const paid = (await shop.shop.rest('GET', `/api/transactions/${first.id}`)).json()
  expect(paid.amounts ?? null).toBe(null)
  const inV2 = await shop.app.rest({
    method: 'GET',
    url: `/api/transactions/${first.id}`,
    headers: { cookie: shop.ada.cookie, 'api-version': 'v2' },
  })
  expect(inV2.json().amounts).toMatchObject({
    fee: '1.75',
    net: '78.25',
    settlementCurrency: null,
  })
})

test('an entry of an unknown kind is listed, and does not stop the reading', async () => {
  await using shop = await createStripeShop()
  await take(shop)
  bookTransaction(contextOf(shop), {
    type: 'adjustment',
    category: 'weather_fee',
    amount: -123,
    currency: 'eur',
    source: 'wx_1',
  })
  await take(shop, '50.00')
  await shop.later(60_000)
  await read(shop)

  const { data } = await shop.ada.api.balanceEntries.list.query({ type: 'other' })
  expect(data).toMatchObject([{ rawType: 'weather_fee', net: '-1.23', transactionId: null }])
  expect((await shop.ada.api.balanceEntries.list.query({})).total).toBe(3)
  expect(await differencesOf(shop)).toEqual([])
})

test('a payout that fails after it was sent comes back, and a late trace id is stored', async () => {
  await using shop = await createStripeShop()
  await take(shop)
  await shop.later(4 * DAY_MS)
  const sent = payOut(contextOf(shop), { fails: true })
  await read(shop)
  await shop.later(3 * DAY_MS)
  await shop.ada.signIn()
  await read(shop)
  const [failed] = (await shop.ada.api.payouts.list.query({})).data
  expect(failed).toMatchObject({ status: 'failed', failureReason: 'account_closed' })

  sent.trace_id = { status: 'supported', value: 'TRACE7' }
  shop.app.clock.advance(READ_AFTER_MS * 60)
  await read(shop)
  expect((await shop.ada.api.payouts.list.query({ search: 'trace7' })).total).toBe(1)
  expect(await differencesOf(shop)).toEqual([])
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a refund made at Stripe belongs to the payment of its charge', async () => {
  await using shop = await createStripeShop()
  const { id } = await take(shop)
  await shop.later(60_000)
  await read(shop)
  const [charge] = shop.account.charges.values()
  createRefund(contextOf(shop), { charge: String(charge?.id), amount: '3000' })
  await shop.later(10 * 60_000)
  await read(shop)

  const { data } = await shop.ada.api.balanceEntries.list.query({ transactionId: id })
  expect(data.map(({ type, amount }) => [type, amount])).toEqual([
    ['refund', '-30.00'],
    ['charge', '100.00'],
  ])
})

test('a payment in USD that is settled in EUR leaves two currencies, each of which sums to zero', async () => {
  await using shop = await createStripeShop()
  const { ada, account, app } = shop
  const { id } = await take(shop, '100.00', 'USD')
  await shop.later(60_000)
  for (const transaction of account.balance.values()) {
    const [detail] = transaction.fee_details
    if (!detail) throw new Error('the charge has no fee')
    // As Stripe converts at 0.9 before it takes its fee.
    const euros = { currency: 'eur', exchange_rate: 0.9, amount: 9000, fee: 160, net: 8840 }
    Object.assign(transaction, euros, {
      fee_details: [{ ...detail, amount: 160, currency: 'eur' }],
    })
  }
  await read(shop)

  const rows = await listLedgerBalances(app.db, { merchantId: ada.merchant.id })
  const balances = rows.map(
    ({ kind, currency, debits, credits }) =>
      [`${kind} ${currency}`, Number(debits) - Number(credits)] as const,
  )
  expect(Object.fromEntries(balances)).toEqual({
    'processor EUR': 8840,
    'fees EUR': 160,
    'conversion EUR': -9000,
    'conversion USD': 10_000,
    'sales USD': -10_000,
  })
  for (const currency of ['EUR', 'USD']) {
    const own = balances.filter(([name]) => name.endsWith(currency))
    expect(own.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0)
  }
  const inV2 = await shop.shop.rest('GET', `/api/transactions/${id}`, undefined, {
    'api-version': 'v2',
  })
  expect(inV2.json().amounts).toMatchObject({
    fee: '1.60',
    net: '88.40',
    settlementCurrency: 'EUR',
  })
  expect(await differencesOf(shop)).toEqual([])
  expect(await ledgerFindings(app)).toEqual([])
})

test('an altered cent at the processor is a difference of the balances', async () => {
  await using shop = await createStripeShop()
  await take(shop)
  await shop.later(60_000)
  await read(shop)
  expect(await differencesOf(shop)).toEqual([])

  for (const transaction of shop.account.balance.values()) transaction.net += 1

  expect(await differencesOf(shop)).toMatchObject([
    expect.stringContaining('the ledger has 98.25 EUR, the processor 98.26'),
  ])
})

test('book and balance that differ for an hour are a notice, which goes when they agree', async () => {
  await using shop = await createStripeShop()
  const { account, ada } = shop
  await take(shop)
  const readLater = async (ms: number) => {
    await shop.later(ms)
    await ada.signIn()
    await read(shop)
    const { data } = await ada.api.notices.list.query({})
    return data.map(({ kind, facts }) => [kind, facts])
  }
  const addCents = (net: number) => {
    for (const transaction of account.balance.values()) transaction.net += net
  }
  expect(await readLater(60_000)).toEqual([])

  addCents(3)
  expect(await readLater(10 * 60_000)).toEqual([])
  addCents(-3)
  expect(await readLater(70 * 60_000)).toEqual([])
  addCents(3)
  expect(await readLater(70 * 60_000)).toEqual([])
  const facts = { amount: '0.03', currency: 'EUR', processor: 'Stripe' }
  expect(await readLater(60 * 60_000)).toEqual([['balance_differs', facts]])
  expect(await readLater(60 * 60_000)).toEqual([['balance_differs', facts]])
  addCents(-3)
  expect(await readLater(10 * 60_000)).toEqual([])

  addCents(3)
  await readLater(10 * 60_000)
  expect(await readLater(60 * 60_000)).toHaveLength(1)
  // As a disconnected account is once its last payments have ended.
  await shop.app.db.updateTable('processorAccounts').set({ secretKey: null }).execute()
  expect(await readLater(10 * 60_000)).toEqual([])
})
