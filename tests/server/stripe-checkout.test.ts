import { expect, test } from 'vitest'
import { listAttempts } from '#server/features/transactions/settle/payment-attempts.queries.ts'
import { payment } from '../support/make.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const V2 = { 'api-version': 'v2' }

const pay = ({ shop }: StripeShop, more: Record<string, unknown> = {}) =>
  shop.rest('POST', '/api/transactions', payment({ amount: '12.34', currency: 'EUR', ...more }), V2)

const read = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json()

const open = ({ app }: StripeShop, url: string) =>
  app.rest({ method: 'GET', url: new URL(url).pathname })

/** Pays on Stripe's page as a payer does. Returns the URL to which the page redirects. */
async function payOnPage(page: string, method: string): Promise<string | null> {
  const response = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay', method, email: 'ada@example.com', name: 'Ada' }),
    redirect: 'manual',
  })
  return response.headers.get('location')
}

test('a payer without a token is sent to Stripe’s page, pays there, and returns to the merchant', async () => {
  await using shop = await createStripeShop()
  const created = await pay(shop, { returnUrl: 'https://shop.example/thanks?order=7' })
  const { id, next, status } = created.json()

  const redirectResponse = await open(shop, next.url)
  const back = await payOnPage(String(redirectResponse.headers.location), 'pm_card_visa')
  const returned = await open(shop, String(back))

  expect([created.status, status, redirectResponse.status]).toEqual([201, 'pending', 303])
  expect(next).toMatchObject({ type: 'redirect', expiresAt: '2026-03-11T11:00:00.000Z' })
  expect(new URL(next.url).origin).toBe(shop.app.world.config.appUrl)
  expect(returned.status).toBe(303)
  expect(returned.headers.location).toBe(
    `https://shop.example/thanks?order=7&payment=${id}&status=success`,
  )
  expect(await read(shop, id)).toMatchObject({ status: 'success', next: null, stage: 'succeeded' })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a declined card is one attempt of a payment that another card pays', async () => {
  await using shop = await createStripeShop()
  const connect = await shop.ada.api.integrations.list.query()
  await shop.ada.api.integrations.update.mutate({
    id: connect[0]?.id ?? '',
    webhookUrl: 'http://127.0.0.1:49999/hook',
  })
  const { id, next } = (await pay(shop)).json()
  const page = String((await open(shop, next.url)).headers.location)

  await payOnPage(page, 'pm_card_visa_chargeDeclined')
  await shop.later(20_000)
  const between = await read(shop, id)
  await payOnPage(page, 'pm_card_visa')
  await shop.later(20_000)

  expect(between).toMatchObject({ status: 'pending', stage: 'awaiting_payer' })
  expect(await read(shop, id)).toMatchObject({ status: 'success' })
  const attempts = await listAttempts(shop.app.db, { merchantId: shop.ada.merchant.id, id })
  expect(attempts).toMatchObject([
    { number: 1, outcome: 'declined', reason: 'card_declined', processorCode: 'generic_decline' },
    { number: 2, outcome: 'succeeded', reason: null },
  ])
  const events = await shop.app.db.selectFrom('webhookEvents').select('eventType').execute()
  expect(events.filter(({ eventType }) => eventType === 'payment.completed')).toHaveLength(1)
  expect(events.filter(({ eventType }) => eventType === 'payment.failed')).toEqual([])
})

test('a page on which no payer pays expires, and the page of a cancelled payment is closed', async () => {
  await using shop = await createStripeShop()
  const [one, two] = [(await pay(shop)).json(), (await pay(shop)).json()]
  const page = String((await open(shop, two.next.url)).headers.location)
  await payOnPage(page, 'pm_card_visa_chargeDeclined')

  const cancelled = await shop.shop.rest('PUT', `/api/transactions/${two.id}`, {
    status: 'failed',
    reason: 'Out of stock',
  })
  const tooLate = await payOnPage(page, 'pm_card_visa')
  await shop.later(24 * 3_600_000)

  expect(cancelled.status).toBe(200)
  expect(tooLate).toBeNull()
  expect(await read(shop, two.id)).toMatchObject({
    status: 'failed',
    failureReason: 'Out of stock',
  })
  expect(await read(shop, one.id)).toMatchObject({ status: 'failed', failureReason: 'expired' })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
})

test('a page of a manually captured payment authorizes it, and refunds go back to its card', async () => {
  await using shop = await createStripeShop()
  const { id, next } = (await pay(shop, { captureMethod: 'manual' })).json()
  await payOnPage(String((await open(shop, next.url)).headers.location), 'pm_card_visa')
  await shop.later(20_000)
  const authorized = await read(shop, id)

  const captured = await shop.shop.rest('POST', `/api/transactions/${id}/capture`, {})
  const refund = await shop.shop.rest('POST', `/api/transactions/${id}/refunds`, { amount: '2.00' })

  expect(authorized).toMatchObject({ stage: 'authorized', status: 'pending' })
  expect([captured.status, refund.status]).toEqual([200, 201])
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 200 })
})

test('a forged URL leads nowhere, and a return URL that is not a shop’s URL is refused', async () => {
  await using shop = await createStripeShop()
  const strange = await shop.app.rest({ method: 'GET', url: '/continue/v1.made.up' })
  const back = await shop.app.rest({ method: 'GET', url: '/continue/v1.made.up/back' })

  const responses = await Promise.all(
    ['http://shop.example/', 'https://a:b@shop.example/', 'javascript:alert(1)', 'shop'].map(
      async (returnUrl) => (await pay(shop, { returnUrl })).status,
    ),
  )

  expect([strange.status, back.status]).toEqual([404, 404])
  expect(responses).toEqual([400, 400, 400, 400])
})

test('Stripe is called once in five seconds, however often a payer’s pages are loaded', async () => {
  await using shop = await createStripeShop()
  const { next } = (await pay(shop, {})).json()
  const countCalls = async () => {
    const before = shop.stripe.calls.length
    for (let i = 0; i < 10; i++) {
      expect((await open(shop, next.url)).status).toBe(303)
      expect((await open(shop, `${next.url}/back`)).status).toBeLessThan(400)
    }
    return shop.stripe.calls.length - before
  }

  const first = await countCalls()
  const again = await countCalls()
  shop.app.clock.advance(5_000)
  const later = await countCalls()

  expect([first, again, later]).toEqual([2, 0, 2])
})
