import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { runImport } from '../support/past-shop.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

const V2 = { 'api-version': 'v2' }
const visa = {
  type: 'card',
  brand: 'visa',
  last4: '4242',
  wallet: null,
  country: 'US',
  funding: 'credit',
}

const pay = async ({ shop }: StripeShop, more: Record<string, unknown> = {}) => {
  const input = payment({ amount: '12.34', currency: 'EUR', ...more })
  return (await shop.rest('POST', '/api/transactions', input, V2)).json()
}

const methodOf = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json().method

/** Pays on Stripe's page as a payer does, and lets the next status request find it. */
async function payOnPage(shop: StripeShop, url: string, method: string): Promise<void> {
  const redirect = await shop.app.rest({ method: 'GET', url: new URL(url).pathname })
  await fetch(String(redirect.headers.location), {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay', method, email: 'ada@example.com', name: 'Ada' }),
    redirect: 'manual',
  })
  await shop.later(20_000)
}

test('version 2 and its events name the card that paid; version 1 does not', async () => {
  await using shop = await createStripeShop()
  const [integration] = await shop.ada.api.integrations.list.query()
  await setWebhookUrl(shop.ada, 'https://93.184.215.14/hook')
  await shop.ada.rest('PUT', `/api/integrations/${integration?.id}`, { version: 'v2' })

  const paid = await pay(shop, { paymentToken: 'pm_card_visa' })
  const declined = await pay(shop, { paymentToken: 'pm_card_visa_chargeDeclined' })
  const listed = await shop.shop.rest('GET', '/api/transactions', undefined, V2)
  const inV1 = await shop.shop.rest('GET', `/api/transactions/${paid.id}`, undefined, {
    'api-version': 'v1',
  })
  const events = await shop.app.db.selectFrom('webhookEvents').select('payload').execute()

  expect(paid.method).toEqual(visa)
  expect(declined).toMatchObject({ status: 'failed', method: { ...visa, last4: '0002' } })
  expect(await methodOf(shop, paid.id)).toEqual(visa)
  expect(listed.json().data.map((each: { method: object }) => each.method)).toEqual([
    declined.method,
    paid.method,
  ])
  expect(inV1.json()).not.toHaveProperty('method')
  expect(events.filter(({ payload }) => payload.includes(JSON.stringify(visa)))).toHaveLength(1)
})

test('an authorized payment names its card before and after the capture', async () => {
  await using shop = await createStripeShop()
  const card = { paymentToken: 'pm_card_mastercard', captureMethod: 'manual' }
  const mastercard = { ...visa, brand: 'mastercard', last4: '4444' }

  const authorized = await pay(shop, card)
  const path = `/api/transactions/${authorized.id}/capture`
  const captured = await shop.shop.rest('POST', path, {}, V2)

  expect(authorized).toMatchObject({ stage: 'authorized', method: mastercard })
  expect(captured.json()).toMatchObject({ stage: 'succeeded', method: mastercard })
})

test('a payer on Stripe’s page has no method until they pay, and the last card counts', async () => {
  await using shop = await createStripeShop()
  const { id, next, method } = await pay(shop)

  await payOnPage(shop, next.url, 'pm_card_visa_chargeDeclined')
  const between = await methodOf(shop, id)
  await payOnPage(shop, next.url, 'pm_card_visa')

  expect([method, between]).toEqual([null, null])
  expect(await methodOf(shop, id)).toEqual(visa)
})

test('an imported payment names the method of its charge', async () => {
  await using shop = await createStripeShop()
  shop.stripe.addPast(shop.account, {
    amount: 4250,
    currency: 'eur',
    atMs: shop.app.clock.now() - 3 * 86_400_000,
    email: 'giulia@example.com',
    name: null,
  })

  await runImport(shop)

  const [row] = await shop.app.db.selectFrom('transactions').select('id').execute()
  expect(await methodOf(shop, row?.id ?? '')).toEqual(visa)
})

test('the list, the payment’s page and its receipt name the card', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop, { paymentToken: 'pm_card_visa' })
  const { api } = shop.ada

  const rows = await api.transactions.rows.query({})
  const money = await api.refunds.ofPayment.query({ id })
  const receipt = await api.receipts.ofPayment.query({ id })

  expect(rows.data).toMatchObject([{ id, method: visa }])
  expect(money.method).toEqual(visa)
  expect(JSON.stringify(receipt)).toContain('Visa •••• 4242')
})
