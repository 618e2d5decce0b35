import { expect, test } from 'vitest'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { createPayPalShop } from '../support/paypal-shop.ts'
import { createStripeShop } from '../support/stripe-shop.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const V2 = { 'api-version': 'v2' }
const MINUTE_MS = 60_000
const CART = 'https://shop.example/cart?id=7'
/** An amount whose sandbox payment waits for its payer. */
const OPEN = '10.06'

type Options = Parameters<typeof payment>[0]

async function createShop(app: TestApp) {
  const shop = await keyCaller(app, await app.person())
  const pay = async (more: Options = {}) =>
    (await shop.rest('POST', '/api/payments', payment({ amount: OPEN, ...more }), V2)).json()
  const read = async (id: string) =>
    (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json()
  return { ...shop, pay, read }
}

const inMs = (app: TestApp, ms: number) => new Date(app.clock.now() + ms).toISOString()

const open = (app: TestApp, url: string) =>
  app.rest({
    method: 'GET',
    url: url.startsWith('/') ? url : new URL(url).pathname,
    headers: { 'accept-language': 'en' },
  })

test('the payer’s page has the payment’s language and the way back to the shop', async () => {
  await using app = await testApp()
  const shop = await createShop(app)
  const { id, next, locale } = await shop.pay({ locale: 'it', cancelUrl: CART })
  const plain = await shop.pay()

  const page = await open(app, next.url)
  const plainPage = await open(app, plain.next.url)

  expect([locale, plain.locale]).toEqual(['it', null])
  expect(page.body).toContain('Torna al negozio')
  const [, href = ''] = /href="([^"]+)"/.exec(page.body) ?? []
  expect(href.replaceAll('&#38;', '&').replaceAll('&amp;', '&')).toBe(
    `${CART}&payment=${id}&status=pending`,
  )
  expect(plainPage.body).toContain('Approve')
  expect(plainPage.body).not.toContain('<a ')
})

test.each([
  ['cancelUrl', 'http://shop.example/cart'],
  ['cancelUrl', 'https://ada:secret@shop.example/cart'],
  ['cancelUrl', 'javascript:alert(1)'],
  ['locale', 'de'],
  ['expiresAt', 'tomorrow'],
  ['expiresAt', '2026-03-10T12:00:59.000Z'],
  ['expiresAt', '2026-04-09T12:00:00.001Z'],
])('%s %s is refused, and nothing is stored', async (path, value) => {
  await using app = await testApp()
  const shop = await createShop(app)

  const refused = await shop.rest('POST', '/api/payments', { ...payment(), [path]: value })

  expect(refused.status).toBe(400)
  expect(refused.json().issues).toMatchObject([{ path }])
  expect(await app.count('transactions')).toBe(0)
})

test('a payment that is open at the end of its time fails as expired, and not before', async () => {
  await using app = await testApp()
  const shop = await createShop(app)
  const expiresAt = inMs(app, 5 * MINUTE_MS)
  const { id, next } = await shop.pay({ expiresAt })

  app.clock.advance(5 * MINUTE_MS - 1)
  await app.settle()
  const before = await shop.read(id)
  app.clock.advance(1)
  await app.settle()

  expect(next.expiresAt).toBe(expiresAt)
  expect(before).toMatchObject({ status: 'pending', expiresAt })
  expect(await shop.read(id)).toMatchObject({
    status: 'failed',
    stage: 'failed',
    failureReason: 'expired',
    next: null,
  })
})

test('a payment that its payer has paid does not expire', async () => {
  await using app = await testApp()
  const shop = await createShop(app)
  const paid = await shop.pay({ amount: '10.03', expiresAt: inMs(app, MINUTE_MS) })
  const held = await shop.pay({
    amount: '10.00',
    captureMethod: 'manual',
    expiresAt: inMs(app, MINUTE_MS),
  })

  app.clock.advance(2 * MINUTE_MS)
  await app.settle()

  expect(await shop.read(paid.id)).toMatchObject({ status: 'success' })
  expect(await shop.read(held.id)).toMatchObject({ status: 'pending', stage: 'authorized' })
})

test('an expiry whose cancellation gets no response is repeated, and keeps a payment made meanwhile', async () => {
  let isDown = true
  const processor = createOnlineProcessor({
    pay: async (_payment, nowMs) => ({ stage: 'awaiting_payer', pollAtMs: nowMs + 86_400_000 }),
    readProgress: async (_payment, nowMs) => ({
      stage: 'awaiting_payer',
      pollAtMs: nowMs + 86_400_000,
    }),
    cancel: async () => {
      if (isDown) throw new Error('no response')
      return { stage: 'succeeded' }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const shop = await createShop(app)
  const { id } = await shop.pay({ expiresAt: inMs(app, 2 * MINUTE_MS) })

  app.clock.advance(2 * MINUTE_MS)
  await app.settle()
  const between = await shop.read(id)
  const settledAtOnce = await app.settle()
  isDown = false
  app.clock.advance(MINUTE_MS)
  await app.settle()

  expect(between).toMatchObject({ status: 'pending' })
  expect(settledAtOnce).toBe(0)
  expect(await shop.read(id)).toMatchObject({ status: 'success' })
})

test('a retry gets the first response, although the time to pay is over', async () => {
  await using app = await testApp()
  const shop = await createShop(app)
  const body = payment({ amount: OPEN, expiresAt: inMs(app, MINUTE_MS) })
  const send = () => shop.rest('POST', '/api/payments', body, { 'idempotency-key': 'one' })
  const first = await send()

  app.clock.advance(2 * MINUTE_MS)
  const again = await send()

  expect([again.status, again.body]).toEqual([201, first.body])
})

test('Stripe’s page gets the language and the way back, and is closed when the time to pay is over', async () => {
  await using shop = await createStripeShop()
  const expiresAt = inMs(shop.app, 45 * MINUTE_MS)
  const created = await shop.shop.rest(
    'POST',
    '/api/payments',
    payment({ currency: 'EUR', locale: 'it', cancelUrl: CART, expiresAt }),
    V2,
  )
  const { id, next } = created.json()
  const page = String((await open(shop.app, next.url)).headers.location)
  const cancel = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ action: 'cancel' }),
    redirect: 'manual',
  })
  const left = await open(shop.app, String(cancel.headers.get('location')))
  const [session] = [...shop.account.checkouts.values()].map((each) => each.session)

  expect(session).toMatchObject({
    locale: 'it',
    expires_at: Math.floor(Date.parse(expiresAt) / 1000),
  })
  expect(left.status).toBe(303)
  expect(left.headers.location).toBe(`${CART}&payment=${id}&status=pending`)

  await shop.later(45 * MINUTE_MS)
  const read = await shop.shop.rest('GET', `/api/transactions/${id}`)
  expect(read.json()).toMatchObject({ status: 'failed', failureReason: 'expired' })
  const late = await open(shop.app, String(cancel.headers.get('location')))
  expect(late.headers.location).toMatch(/\/back$/)
})

test('a page of Stripe that must stay open for longer is closed at the end of the payer’s time', async () => {
  await using shop = await createStripeShop()
  const expiresAt = inMs(shop.app, 5 * MINUTE_MS)
  const { id, next } = (
    await shop.shop.rest('POST', '/api/payments', payment({ currency: 'EUR', expiresAt }), V2)
  ).json()
  const page = String((await open(shop.app, next.url)).headers.location)

  await shop.later(5 * MINUTE_MS)
  await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({
      action: 'pay',
      method: 'pm_card_visa',
      email: 'a@b.it',
      name: 'A',
    }),
    redirect: 'manual',
  })
  await shop.later(MINUTE_MS)

  const read = await shop.shop.rest('GET', `/api/transactions/${id}`)
  expect(read.json()).toMatchObject({ status: 'failed', failureReason: 'expired' })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
})

test('PayPal’s page gets the language and the way back, and its order is never taken after the time to pay', async () => {
  await using shop = await createPayPalShop()
  const expiresAt = inMs(shop.app, 5 * MINUTE_MS)
  const { id, next } = await shop.pay({ locale: 'it', cancelUrl: CART, expiresAt })
  const page = String((await open(shop.app, next.url)).headers.location)
  const send = async (action: string) =>
    (
      await fetch(page, {
        method: 'POST',
        body: new URLSearchParams({ action }),
        redirect: 'manual',
      })
    ).headers.get('location')
  const left = await open(shop.app, new URL(String(await send('cancel'))).pathname)
  const order = shop.account.orders.get(shop.lastOrder())

  expect(order?.payment_source.paypal.experience_context.locale).toBe('it-IT')
  expect(left.headers.location).toBe(`${CART}&payment=${id}&status=pending`)

  await shop.later(5 * MINUTE_MS)
  await send('approve')
  await shop.later(MINUTE_MS)
  expect(await shop.read(id)).toMatchObject({ status: 'failed', failureReason: 'expired' })
  expect([...shop.account.captures.values()]).toEqual([])
})
