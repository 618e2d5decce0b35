import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { stripeClientOf } from '../support/stripe/stripe-client.ts'
import { connectStripe, createStripeShop, type StripeShop } from '../support/stripe-shop.ts'
import { createTeamMember } from '../support/team.ts'

const TEN_MINUTES_MS = 600_000
const V2 = { 'api-version': 'v2' }

const pay = async ({ shop }: StripeShop, more: object = {}, paymentToken = 'pm_card_visa') =>
  (
    await shop.rest(
      'POST',
      '/api/transactions',
      payment({ amount: '100.00', currency: 'EUR', paymentToken, ...more }),
      V2,
    )
  ).json()

const amountsOf = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json().amounts

const refund = ({ shop }: StripeShop, id: string, amount: string) =>
  shop.rest('POST', `/api/transactions/${id}/refunds`, { amount })

const refundsOf = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/refunds?transactionId=${id}`)).json()

const accountsOf = ({ app }: StripeShop) =>
  app.db.selectFrom('processorAccounts').selectAll().orderBy('createdAt').execute()

const stripeOf = ({ stripe, account }: StripeShop) => stripeClientOf(stripe, account.key)

async function pollLater(shop: StripeShop): Promise<void> {
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()
}

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'not refused',
    (error: { data?: { code: string; reason?: string } }) => error.data?.reason ?? error.data?.code,
  )

for (const recognizedBy of ['its name', 'its payments alone'] as const) {
  test(`an account that is reconnected with another key is the same one, by ${recognizedBy}`, async () => {
    await using shop = await createStripeShop({ isWithWebhook: true })
    const { stripe, account, ada, connected } = shop
    if (recognizedBy === 'its payments alone') account.permissions = { accounts_kyc_basic: 'none' }
    const early = await pay(shop)
    const authorized = await pay(shop, { captureMethod: 'manual' })
    const disputed = await pay(shop, {}, 'pm_card_createDispute')
    stripe.rollKey(account)

    const again = await connectStripe(ada, account, true)

    expect(again.id).toBe(connected.id)
    expect(await accountsOf(shop)).toMatchObject([{ id: connected.id, closedAt: null }])
    expect(account.endpoints.size).toBe(1)
    const refundResponse = await refund(shop, early.id, '30.00')
    expect(refundResponse.json()).toMatchObject({ status: 'success' })
    const captureResponse = await shop.shop.rest(
      'POST',
      `/api/transactions/${authorized.id}/capture`,
      {},
    )
    expect([captureResponse.status, captureResponse.body]).toEqual([200, captureResponse.body])
    await stripeOf(shop).refunds.create({
      payment_intent: [...account.intents.keys()][0] ?? '',
      amount: 5000,
    })
    await pollLater(shop)
    expect(await amountsOf(shop, early.id)).toMatchObject({ refunded: '80.00' })
    expect(await amountsOf(shop, disputed.id)).toMatchObject({ disputed: '100.00' })
    expect(await ledgerFindings(shop.app)).toEqual([])
  })
}

test('an account that was disconnected is reopened, and another one at Stripe is a new one', async () => {
  await using shop = await createStripeShop()
  const { stripe, account, ada, connected } = shop
  const { id } = await pay(shop)
  await ada.api.processorAccounts.disconnect.mutate({ id: connected.id })
  const other = await connectStripe(ada, stripe.addAccount())
  await stripeOf(shop).refunds.create({
    payment_intent: [...account.intents.keys()][0] ?? '',
    amount: 2500,
  })

  const again = await connectStripe(ada, account)
  await pollLater(shop)

  expect(other.id).not.toBe(connected.id)
  expect(again.id).toBe(connected.id)
  const open = (await accountsOf(shop)).filter(({ closedAt }) => closedAt === null)
  expect(open).toMatchObject([{ id: connected.id }])
  expect((await accountsOf(shop)).length).toBe(2)
  // Events that Stripe recorded without a connection are read as well.
  expect(await amountsOf(shop, id)).toMatchObject({ refunded: '25.00' })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('an account that an earlier release stored twice is one again after it is connected', async () => {
  await using shop = await createStripeShop()
  const { stripe, account, app, ada, connected } = shop
  const { id } = await pay(shop)
  await app.db
    .updateTable('processorAccounts')
    .set({ closedAt: new Date(app.clock.now()).toISOString(), nextPollAt: null, accountRef: null })
    .where('id', '=', connected.id)
    .execute()
  const [former] = await accountsOf(shop)
  if (!former) throw new Error('there is no account')
  stripe.rollKey(account)
  const second = await connectStripe(ada, account)
  await app.db
    .insertInto('processorAccounts')
    .values({ ...former, id: 'acc_second' })
    .execute()
  await app.db
    .updateTable('transactions')
    .set({ processorAccountId: 'acc_second' })
    .where('id', '=', id)
    .execute()
  await stripeOf(shop).refunds.create({
    payment_intent: [...account.intents.keys()][0] ?? '',
    amount: 2500,
  })

  await pollLater(shop)
  expect(await amountsOf(shop, id)).toMatchObject({ refunded: '25.00' })
  await connectStripe(ada, account)
  const refundResponse = await refund(shop, id, '10.00')

  expect(second.id).toBe(connected.id)
  expect(refundResponse.json()).toMatchObject({ status: 'success' })
  expect((await accountsOf(shop)).filter(({ closedAt }) => closedAt === null)).toHaveLength(1)
})

test('two connections of one account at the same moment create one account', async () => {
  await using shop = await createStripeShop()
  const { stripe, ada } = shop
  const other = stripe.addAccount()
  // Both requests search for the account before either stores it.
  const call = /POST \/v1\/webhook_endpoints$/
  stripe.fail({ kind: 'slow', when: 'after', call, times: 4 })

  const both = await Promise.all([connectStripe(ada, other, true), connectStripe(ada, other, true)])

  expect(both[0].id).toBe(both[1].id)
  const rows = await accountsOf(shop)
  expect(rows.filter(({ accountRef }) => accountRef === other.id)).toHaveLength(1)
  const urls = [...other.endpoints.values()].map(({ endpoint }) => endpoint.url)
  expect(urls).toEqual([expect.stringMatching(`/hooks/${both[0].id}$`)])
})

test('a refund that a key may no longer make fails, gives the reason, and reserves nothing', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop)
  shop.stripe.rollKey(shop.account)

  const response = await refund(shop, id, '30.00')

  expect(response.json()).toMatchObject({
    status: 'failed',
    failureReason: 'processor_key_invalid',
  })
  expect(await amountsOf(shop, id)).toMatchObject({ refunding: '0.00' })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

/** Creates a refund whose response was lost, and whose key has then become invalid. */
async function createLostRefund(shop: StripeShop): Promise<{ id: string; refundId: string }> {
  const { id } = await pay(shop)
  shop.stripe.fail({ kind: 'reset', when: 'after', call: /POST \/v1\/refunds$/, times: 10 })
  const { id: refundId } = (await refund(shop, id, '30.00')).json()
  shop.stripe.recover()
  shop.stripe.rollKey(shop.account)
  await shop.later(TEN_MINUTES_MS)
  return { id, refundId }
}

test('a refund that a key may no longer read shows it, and an owner can cancel it', async () => {
  await using shop = await createStripeShop()
  const { ada, app } = shop
  const { id, refundId } = await createLostRefund(shop)
  expect(await refundsOf(shop, id)).toMatchObject([
    { status: 'pending', failureReason: 'processor_key_invalid' },
  ])
  const staff = await createTeamMember(app, ada, 'staff')
  const eve = await app.person()
  const refusalReasons = [
    await reasonOf(staff.api.refunds.cancel.mutate({ id: refundId })),
    await reasonOf(eve.api.refunds.cancel.mutate({ id: refundId })),
    await reasonOf(ada.api.refunds.cancel.mutate({ id: 'ref_none' })),
  ]
  expect(await amountsOf(shop, id)).toMatchObject({ refunding: '30.00' })

  const cancelled = await ada.api.refunds.cancel.mutate({ id: refundId })

  expect(refusalReasons).toEqual(['owner_only', 'not_found', 'not_found'])
  expect(cancelled).toMatchObject({ status: 'cancelled', failureReason: 'processor_key_invalid' })
  expect(await amountsOf(shop, id)).toMatchObject({ refunding: '0.00' })
  expect(await reasonOf(ada.api.refunds.cancel.mutate({ id: refundId }))).toBe('refund_final')
  // The refund was made at Stripe after all, and the actual outcome counts.
  await connectStripe(ada, shop.account)
  await pollLater(shop)
  expect(await amountsOf(shop, id)).toMatchObject({ refunded: '30.00' })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 10_000, refunded: 3000 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a refund whose key is repaired continues, and one that is being made cannot be cancelled', async () => {
  await using shop = await createStripeShop()
  const { ada, stripe, account, connected } = shop
  const { id, refundId } = await createLostRefund(shop)

  await ada.api.processorAccounts.update.mutate({ id: connected.id, secretKey: account.key })
  await shop.later(TEN_MINUTES_MS)
  await ada.signIn()

  expect(await refundsOf(shop, id)).toMatchObject([{ status: 'success', failureReason: null }])
  expect(await reasonOf(ada.api.refunds.cancel.mutate({ id: refundId }))).toBe('refund_final')
  expect(stripe.movedBy(account)).toEqual({ captured: 10_000, refunded: 3000 })
})
