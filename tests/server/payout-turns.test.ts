import { expect, test } from 'vitest'
import { readAccounts } from '#server/features/money/reading/balance-queue.ts'
import { readBalances } from '../support/balances.ts'
import { payment } from '../support/make.ts'
import { bookTransaction } from '../support/stripe/balance.ts'
import { payOut } from '../support/stripe/payouts.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const DAY_MS = 86_400_000

const contextOf = ({ account, app, stripe }: StripeShop) => ({
  account,
  nowMs: app.clock.now(),
  url: stripe.url,
})

/** Sends a payout whose entries Stripe never lists all. */
function payOutIncompletely(shop: StripeShop): void {
  const moment = contextOf(shop)
  const source = 'ch_hidden'
  const hidden = bookTransaction(moment, { type: 'charge', amount: 1000, currency: 'eur', source })
  payOut(moment)
  shop.account.paidOut.delete(hidden.id)
  shop.account.balance.delete(hidden.id)
}

/** Works on the account under one lease. Returns the number of calls to Stripe. */
async function countCallsOfLease({ app, stripe }: StripeShop): Promise<number> {
  const account = await app.db.selectFrom('balanceAccounts').selectAll().executeTakeFirstOrThrow()
  const before = stripe.calls.length
  await readAccounts.work(app.world, account, undefined as never)
  return stripe.calls.length - before
}

test('payouts that never become complete hide no newer one, and a lease has few calls', async () => {
  await using shop = await createStripeShop()
  for (let payout = 0; payout < 45; payout++) {
    payOutIncompletely(shop)
    await shop.later(60_000)
  }
  await shop.shop.rest('POST', '/api/transactions', {
    ...payment({ amount: '100.00', currency: 'EUR' }),
    paymentToken: 'pm_card_visa',
  })
  await shop.later(4 * DAY_MS)
  payOut(contextOf(shop))
  await shop.later(3 * DAY_MS)
  await readBalances(shop.app, 1)

  const calls: number[] = []
  for (let lease = 0; lease < 4; lease++) {
    shop.app.clock.advance(6 * 60_000)
    calls.push(await countCallsOfLease(shop))
  }

  expect(Math.max(...calls)).toBeLessThanOrEqual(21)
  const newest = await shop.app.db
    .selectFrom('payouts')
    .select(['contents', 'entryCount'])
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  expect({ ...newest, entryCount: Number(newest.entryCount) }).toEqual({
    contents: 'complete',
    entryCount: 1,
  })
  const pending = await shop.app.db
    .selectFrom('payouts')
    .select('id')
    .where('contents', '=', 'pending')
    .execute()
  expect(pending).toHaveLength(45)
})
