import { expect, test } from 'vitest'
import { listLedgerBalances } from '#server/features/ledger/ledger.queries.ts'
import type { BalanceV2 } from '#server/features/money/money.schema.ts'
import { runBalanceCheck } from '#server/ops/check/balance-check.ts'
import { readBalances } from '../support/balances.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { book, failRefund, withdraw } from '../support/paypal/money.ts'
import { connectPayPal, createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const contextOf = ({ account, paypal }: PayPalShop) => paypal.contextOf(account)

/** Reads until nothing is due. The clocks of both sides advance by some seconds. */
async function read({ app }: PayPalShop, runs = 4): Promise<void> {
  await readBalances(app, runs)
}

/** Lets time pass until everything is listed, and reads it. */
async function readLater(shop: PayPalShop, ms = 10 * 60_000): Promise<void> {
  await shop.later(ms)
  await shop.ada.signIn()
  await read(shop)
}

const differencesOf = async ({ app }: PayPalShop) => {
  const lines: string[] = []
  await runBalanceCheck(app.world, (line) => lines.push(line))
  return lines
}

const entriesOf = async ({ ada }: PayPalShop, filter: Record<string, unknown> = {}) => {
  const { data } = await ada.api.balanceEntries.list.query({ limit: 100, ...filter })
  return data.map(({ type, rawType, amount, fee, currency }) => [
    type,
    rawType,
    `${amount} ${currency}`,
    fee,
  ])
}

test('entries of PayPal are read, and the ledger equals its balance', async () => {
  await using shop = await createPayPalShop()
  const first = await shop.payApproved({ amount: '100.00' })
  await shop.payApproved({ amount: '50.00' })
  await shop.shop.rest('POST', `/api/transactions/${first}/refunds`, { amount: '20.00' })
  await readLater(shop)

  expect((await entriesOf(shop)).toSorted()).toEqual([
    ['charge', 'T0006', '100.00 EUR', '3.75'],
    ['charge', 'T0006', '50.00 EUR', '2.05'],
    ['refund', 'T1107', '-20.00 EUR', '0.00'],
  ])
  const { data } = await shop.ada.api.balanceEntries.list.query({ type: 'refund' })
  expect(data).toMatchObject([{ transactionId: first, refundId: expect.stringMatching(/^ref_/) }])
  expect((await shop.read(first)).amounts).toMatchObject({ fee: '3.75', net: '76.25' })
  const [balance] = await shop.ada.api.balance.get.query()
  expect(balance).toMatchObject({ processor: 'paypal', available: '124.20', reserved: '0.00' })
  expect(await differencesOf(shop)).toEqual([])
  expect(await ledgerFindings(shop.app)).toEqual([])

  const count = await shop.app.count('balanceEntries')
  await readLater(shop, DAY_MS)
  await readLater(shop, DAY_MS)
  expect(await shop.app.count('balanceEntries')).toBe(count)
})

test('a charge has its fee before PayPal lists it, and is listed once', async () => {
  await using shop = await createPayPalShop()
  // The history before the connection comes first.
  await readLater(shop)
  shop.account.money.refreshEveryMs = 3 * HOUR_MS
  const id = await shop.payApproved({ amount: '100.00' })
  await readLater(shop, 6 * 60_000)

  expect((await shop.read(id)).amounts).toMatchObject({ fee: '3.75', net: '96.25' })
  expect(await differencesOf(shop)).toEqual([])
  await readLater(shop, 4 * HOUR_MS)

  expect(await entriesOf(shop)).toEqual([['charge', 'T0006', '100.00 EUR', '3.75']])
  expect(await differencesOf(shop)).toEqual([])
  expect(await ledgerFindings(shop.app)).toEqual([])
})

const readInV2 = async ({ app, ada }: PayPalShop): Promise<BalanceV2[]> => {
  const headers = { cookie: ada.cookie, 'api-version': 'v2' }
  return (await app.rest({ method: 'GET', url: '/api/balance', headers })).json()
}

test('without the permission, the charges of own payments are read', async () => {
  await using shop = await createPayPalShop()
  const poor = shop.paypal.addAccount({ missing: ['reporting'] })
  await connectPayPal(shop.ada, poor)
  const { id } = await shop.pay({ amount: '100.00' })
  shop.paypal.approve(poor, [...poor.orders.keys()].at(-1) ?? '')
  await shop.later(21_000)
  await readLater(shop)

  expect(await entriesOf(shop, { transactionId: id })).toEqual([
    ['charge', 'T0006', '100.00 EUR', '3.75'],
  ])
  const gaps = () => shop.ada.api.balance.unread.query()
  const [unread] = await gaps()
  expect(unread).toMatchObject({ processor: 'paypal', permission: 'Transaction Search' })
  const balances = await readInV2(shop)
  expect(balances).toContainEqual(
    expect.objectContaining({
      accountId: unread?.accountId,
      currency: 'EUR',
      missingPermission: 'Transaction Search',
    }),
  )
  const inV1 = (await shop.ada.rest('GET', '/api/balance')).json()
  expect(JSON.stringify(inV1)).not.toContain('missingPermission')

  poor.missing = new Set()
  await readLater(shop)
  await read(shop)
  expect(await gaps()).toEqual([])
  const after = await readInV2(shop)
  expect(after.map(({ missingPermission }) => missingPermission)).not.toContain(
    'Transaction Search',
  )
  expect(await entriesOf(shop, { transactionId: id })).toHaveLength(1)
  expect(await differencesOf(shop)).toEqual([])
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('late rows, many pages and too large periods lose and double nothing', async () => {
  await using shop = await createPayPalShop()
  const { money } = shop.account
  money.mostRows = 150
  for (let row = 0; row < 420; row++) {
    const listedAtMs = shop.paypal.now() + (row % 3 === 0 ? 3 * HOUR_MS : 0)
    book(contextOf(shop), { code: 'T0000', currency: 'EUR', amount: 100 + row, listedAtMs })
    shop.paypal.advance(30_000)
    shop.app.clock.advance(30_000)
  }
  await readLater(shop, 5 * 60_000)
  await read(shop, 8)
  expect(await differencesOf(shop)).toEqual([])
  await readLater(shop, 3 * HOUR_MS)
  await read(shop, 8)

  expect(await shop.app.count('balanceEntries')).toBe(420)
  expect(await differencesOf(shop)).toEqual([])
})

test('unknown codes, holds, fees and a reversed refund are entries, and stop nothing', async () => {
  await using shop = await createPayPalShop()
  const id = await shop.payApproved({ amount: '100.00' })
  await shop.shop.rest('POST', `/api/transactions/${id}/refunds`, { amount: '30.00' })
  await shop.later(1000)
  const [refund] = shop.account.refunds.values()
  if (refund) failRefund(contextOf(shop), refund)
  const common = { currency: 'EUR', referenceId: shop.lastCapture() }
  book(contextOf(shop), { code: 'T9999', currency: 'EUR', amount: -123 })
  book(contextOf(shop), { code: 'T0106', ...common, amount: -1600 })
  book(contextOf(shop), { code: 'T1110', ...common, amount: -5000 })
  await readLater(shop)

  expect((await entriesOf(shop)).toSorted()).toEqual([
    ['charge', 'T0006', '100.00 EUR', '3.75'],
    ['fee', 'T0106', '-16.00 EUR', '0.00'],
    ['other', 'T9999', '-1.23 EUR', '0.00'],
    ['refund', 'T1107', '-30.00 EUR', '0.00'],
    ['refund_failure', 'T1107', '30.00 EUR', '0.00'],
    ['transfer', 'T1110', '-50.00 EUR', '0.00'],
    ['transfer', 'T1110', '50.00 EUR', '0.00'],
  ])
  const [balance] = await shop.ada.api.balance.get.query()
  expect(balance).toMatchObject({ available: '29.02', reserved: '50.00' })
  expect(await differencesOf(shop)).toEqual([])

  // The dispute is lost: PayPal releases the hold and takes the money.
  book(contextOf(shop), { code: 'T1111', ...common, amount: 5000 })
  book(contextOf(shop), { code: 'T1106', ...common, amount: -5000 })
  await readLater(shop)
  expect(await entriesOf(shop, { type: 'dispute' })).toEqual([
    ['dispute', 'T1106', '-50.00 EUR', '0.00'],
  ])
  expect(await differencesOf(shop)).toEqual([])
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('withdrawals are payouts, and one that comes back has failed', async () => {
  await using shop = await createPayPalShop()
  await shop.payApproved({ amount: '100.00' })
  withdraw(contextOf(shop), { currency: 'EUR', amount: 5000 })
  withdraw(contextOf(shop), { currency: 'EUR', amount: 1000, fails: true })
  await readLater(shop)
  const statuses = async () => {
    const { data } = await shop.ada.api.payouts.list.query({ sort: '-amount' })
    return data.map(({ amount, status, failureReason }) => [amount, status, failureReason])
  }
  expect(await statuses()).toEqual([
    ['50.00', 'in_transit', null],
    ['10.00', 'in_transit', null],
  ])
  expect(await differencesOf(shop)).toEqual([])

  for (let day = 0; day < 3; day++) await readLater(shop, DAY_MS + HOUR_MS)
  expect(await statuses()).toEqual([
    ['50.00', 'paid', null],
    ['10.00', 'failed', 'returned'],
  ])
  const { data } = await shop.ada.api.payouts.list.query({ sort: '-amount' })
  expect(data[0]).toMatchObject({ traceId: expect.stringMatching(/^BANK/), isAutomatic: false })
  const detail = await shop.ada.api.payouts.get.query({ id: String(data[0]?.id) })
  expect(detail).toMatchObject({ contents: 'unavailable', entryCount: 0 })
  expect(await entriesOf(shop, { type: 'payout_failure' })).toHaveLength(1)
  expect(await differencesOf(shop)).toEqual([])
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a payment in dollars that PayPal converts sums to zero in both currencies', async () => {
  await using shop = await createPayPalShop()
  shop.account.conversions.set('USD', { to: 'EUR', rate: 0.9 })
  const id = await shop.payApproved({ amount: '100.00', currency: 'USD' })
  await readLater(shop)

  expect((await entriesOf(shop)).toSorted()).toEqual([
    ['charge', 'T0006', '100.00 USD', '3.75'],
    ['transfer', 'T0200', '-96.25 USD', '0.00'],
    ['transfer', 'T0200', '86.63 EUR', '0.00'],
  ])
  expect((await shop.read(id)).amounts).toMatchObject({ fee: '3.75', net: '96.25' })
  const rows = await listLedgerBalances(shop.app.db, { merchantId: shop.ada.merchant.id })
  const sums: Record<string, number> = {}
  for (const { currency, debits, credits } of rows) {
    sums[currency] = (sums[currency] ?? 0) + Number(debits) - Number(credits)
  }
  expect(sums).toEqual({ EUR: 0, USD: 0 })
  expect(rows.map(({ kind, currency }) => `${kind} ${currency}`)).toContain('conversion EUR')
  expect(await differencesOf(shop)).toEqual([])
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a ledger that begins later than the account begins with its balance', async () => {
  await using shop = await createPayPalShop()
  const atMs = shop.paypal.now() - 1094 * DAY_MS
  book(contextOf(shop), { code: 'T0000', currency: 'EUR', amount: 77_700, atMs, listedAtMs: atMs })
  await shop.payApproved({ amount: '100.00' })
  await readLater(shop)

  expect((await entriesOf(shop)).toSorted()).toEqual([
    ['adjustment', 'opening_balance', '777.00 EUR', '0.00'],
    ['charge', 'T0006', '100.00 EUR', '3.75'],
  ])
  expect(await differencesOf(shop)).toEqual([])
})

test('an altered cent, a missing, a doubled and a foreign row are differences', async () => {
  await using shop = await createPayPalShop()
  await shop.payApproved({ amount: '100.00' })
  await shop.payApproved({ amount: '50.00' })
  await readLater(shop)
  const { rows } = shop.account.money
  const [first] = rows
  if (!first) throw new Error('nothing is booked')
  expect(await differencesOf(shop)).toEqual([])

  first.amount += 1
  expect(await differencesOf(shop)).toEqual([
    expect.stringContaining('the ledger has 144.20 EUR, the processor 144.21'),
  ])
  first.amount -= 1
  const removed = rows.pop()
  expect(await differencesOf(shop)).toMatchObject([expect.stringContaining('the processor 96.25')])
  if (removed) rows.push(removed, { ...removed })
  expect(await differencesOf(shop)).toHaveLength(1)
  rows.pop()
  rows.push({ ...first, id: 'FOREIGN0000000001', currency: 'USD' })
  expect(await differencesOf(shop)).toEqual([
    expect.stringContaining('the ledger has 0.00 USD, the processor 96.25'),
  ])
})
