import { expect, test } from 'vitest'
import { fetchProgress, settle } from '#server/features/transactions/settle/settle-due.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'
import { createStripeShop } from '../support/stripe-shop.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

/** Reads the payment's row, as a job does before it queries the processor. */
const loadRow = ({ app }: { app: TestApp }, id: string) =>
  app.db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test.each(['automatic', 'manual'])(
  'a job that loaded a payment before its cancellation takes nothing (%s capture)',
  async (captureMethod) => {
    await using shop = await createPayPalShop()
    const { id } = await shop.pay({ captureMethod })
    const loaded = await loadRow(shop, id)
    shop.paypal.plan(shop.account, { kind: 'change refused', issue: 'NOT_PATCHABLE' })
    const cancelled = await shop.shop.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })
    shop.paypal.approve(shop.account, shop.lastOrder())

    await settle(shop.app.world, loaded, await fetchProgress(shop.app.world, loaded))

    expect([cancelled.status, cancelled.json().status]).toEqual([200, 'failed'])
    expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
    expect(shop.account.authorizations.size).toBe(0)
    expect(await shop.read(id)).toMatchObject({ status: 'failed', failureReason: 'cancelled' })
  },
)

test('a job takes nothing while a requested cancellation waits for PayPal', async () => {
  await using shop = await createPayPalShop()
  const { id } = await shop.pay()
  const loaded = await loadRow(shop, id)
  shop.paypal.fail({ kind: '503', when: 'before', call: /^PATCH/ })
  const cancelled = await shop.shop.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })
  shop.paypal.approve(shop.account, shop.lastOrder())

  await settle(shop.app.world, loaded, await fetchProgress(shop.app.world, loaded))
  await shop.later(61_000)

  expect(cancelled.status).toBe(503)
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
  expect(await shop.read(id)).toMatchObject({ status: 'failed' })
})

/** Pays on Stripe's page as a payer does. */
const payOnPage = (page: string) =>
  fetch(page, {
    method: 'POST',
    body: new URLSearchParams({
      action: 'pay',
      method: 'pm_card_visa',
      email: 'ada@example.com',
      name: 'Ada',
    }),
    redirect: 'manual',
  })

/** Cancels a payment here while PayPal, unknown to us, has its order approved, and captures it there. */
async function captureAfterEnd(shop: PayPalShop): Promise<{ id: string; capture: string }> {
  const { id } = await shop.pay()
  const order = shop.lastOrder()
  shop.paypal.plan(shop.account, { kind: 'change refused', issue: 'NOT_PATCHABLE' })
  await shop.shop.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })
  shop.paypal.approve(shop.account, order)
  shop.paypal.captureAtPayPal(shop.account, order)
  return { id, capture: shop.lastCapture() }
}

const late = ({ app }: { app: TestApp }) => app.db.selectFrom('lateCaptures').selectAll().execute()

test('money that PayPal took after the end is found by its event, stored once, and shown', async () => {
  await using shop = await createPayPalShop()
  const { id, capture } = await captureAfterEnd(shop)

  await shop.later(600_000)
  await shop.poll()
  shop.paypal.refundAtPayPal(shop.account, capture)
  await shop.later(600_000)
  await shop.poll()

  const merchantId = shop.ada.merchant.id
  const ref = `capture:${capture}`
  expect(await late(shop)).toMatchObject([{ merchantId, transactionId: id, ref, amount: 1234 }])
  expect(await shop.read(id)).toMatchObject({ status: 'failed', failureReason: 'cancelled' })
  const money = await shop.ada.api.refunds.ofPayment.query({ id })
  expect(money.lateCapture).toMatchObject({ amount: '12.34', ref })
  const metrics = await shop.app.rest({ method: 'GET', url: '/metrics' })
  expect(metrics.body).toMatch(/^incasso_late_captures 1$/m)
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('an outcome that arrives after a payment ended is stored, and changes no sum', async () => {
  await using shop = await createPayPalShop()
  const { id } = await shop.pay()
  const loaded = await loadRow(shop, id)
  await shop.shop.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })

  const settled = [1, 2].map(() => settle(shop.app.world, loaded, { stage: 'succeeded' }))

  expect(await Promise.all(settled)).toEqual([undefined, undefined])
  expect(await late(shop)).toMatchObject([{ transactionId: id, ref: null, amount: 1234 }])
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a success that is reported twice is not a late capture', async () => {
  await using shop = await createPayPalShop()
  const { id } = await shop.pay()
  const loaded = await loadRow(shop, id)

  await settle(shop.app.world, loaded, { stage: 'succeeded' })
  await settle(shop.app.world, loaded, { stage: 'succeeded' })
  await settle(shop.app.world, loaded, { stage: 'failed', reason: 'expired' })

  expect(await shop.read(id)).toMatchObject({ status: 'success' })
  expect(await late(shop)).toEqual([])
})

test('a payer’s success at Stripe after the end is found by its event, in no sum, and shown', async () => {
  await using shop = await createStripeShop()
  const order = payment({ amount: '12.34', currency: 'EUR' })
  const created = await shop.shop.rest('POST', '/api/transactions', order, { 'api-version': 'v2' })
  const { id, next } = created.json()
  const page = await shop.app.rest({ method: 'GET', url: new URL(next.url).pathname })
  const loaded = await loadRow(shop, id)
  await settle(shop.app.world, loaded, { stage: 'failed', reason: 'expired' })

  await payOnPage(String(page.headers['location']))
  await shop.later(600_000)
  await shop.poll()

  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
  expect(await late(shop)).toMatchObject([{ transactionId: id, amount: 1234 }])
  const status = (await shop.ada.rest('GET', '/api/environment/status')).json()
  expect(status.database).toMatchObject({
    status: 'warning',
    details: expect.arrayContaining([{ label: 'Payments', value: id }]),
  })
  expect(shop.app.logs).toContainEqual(
    expect.objectContaining({ level: 50, transaction: id, amount: 1234 }),
  )
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a payment whose cancellation was requested while it was created charges no card', async () => {
  let cancel = async () => {}
  const processor = createOnlineProcessor({
    begin: async () => {
      await cancel()
      return { ref: 'ref_1' }
    },
    cancel: async () => {
      throw new Error('not created yet')
    },
    pay: async () => ({ stage: 'succeeded' }),
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const ada = await app.person()
  let statusOfCancellation = 0
  cancel = async () => {
    const { id } = await app.db.selectFrom('transactions').select('id').executeTakeFirstOrThrow()
    const { status } = await ada.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })
    statusOfCancellation = status
  }

  const created = await ada.rest('POST', '/api/payments', payment())

  expect([statusOfCancellation, created.status, created.json().status]).toEqual([
    503,
    201,
    'pending',
  ])
  expect(processor.called('pay')).toEqual([])
})
