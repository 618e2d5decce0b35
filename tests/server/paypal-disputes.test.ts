import { expect, test } from 'vitest'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'

const TEN_MINUTES_MS = 600_000
const HOUR_MS = 3_600_000

/** Adds disputes about the newest capture, of which PayPal records no events. `stepMs`: time between two changes. */
function addDisputes(shop: PayPalShop, count: number, stepMs: number): void {
  const { paypal, account } = shop
  const dispute = paypal.dispute(account, shop.lastCapture())
  paypal.forgetEvents(account)
  const fromMs = Date.parse(dispute.update_time)
  for (let n = 1; n < count; n++) {
    const dispute_id = `${dispute.dispute_id}-${n}`
    const update_time = new Date(fromMs + n * stepMs).toISOString()
    account.disputes.set(dispute_id, { ...dispute, dispute_id, update_time })
  }
}

const pollFailures = async ({ app }: PayPalShop) =>
  (await app.db.selectFrom('processorAccounts').select('pollFailures').executeTakeFirstOrThrow())
    .pollFailures

test('all disputes of a payment are recorded, also those beyond PayPal’s first page', async () => {
  await using shop = await createPayPalShop()
  await shop.payApproved()
  addDisputes(shop, 60, 1000)

  await shop.later(TEN_MINUTES_MS)
  await shop.poll()

  expect(await shop.app.count('disputes')).toBe(60)
})

test('a poll of a day with hundreds of disputes reads them in parts, and misses none', async () => {
  await using shop = await createPayPalShop()
  await shop.payApproved()
  addDisputes(shop, 250, 120_000)
  shop.paypal.calls.length = 0

  await shop.later(10 * HOUR_MS)
  await shop.poll()

  const stored = await shop.app.db.selectFrom('processorEvents').select('objectRef').execute()
  const ids = new Set(stored.map(({ objectRef }) => objectRef))
  expect([...shop.account.disputes.keys()].filter((id) => !ids.has(id))).toEqual([])
  expect(await pollFailures(shop)).toBe(0)
  const details = shop.paypal.calls.filter(({ call }) => /^GET .*\/disputes\/PP-D/.test(call))
  expect(details.length).toBeLessThan(500)
})

test('disputes that all changed in one second are read at once', async () => {
  await using shop = await createPayPalShop()
  await shop.payApproved()
  addDisputes(shop, 130, 0)

  await shop.later(TEN_MINUTES_MS)
  await shop.poll()

  const stored = await shop.app.db.selectFrom('processorEvents').select('objectRef').execute()
  expect(new Set(stored.map(({ objectRef }) => objectRef)).size).toBe(130)
  expect(await pollFailures(shop)).toBe(0)
})
