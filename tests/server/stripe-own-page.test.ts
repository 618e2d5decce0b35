import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { readSealedSecrets } from '#server/ops/sealed.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const V2 = { 'api-version': 'v2' }
const HOUR_MS = 3_600_000

const create = (
  { shop }: StripeShop,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = V2,
) =>
  shop.rest(
    'POST',
    '/api/transactions',
    payment({ amount: '12.34', currency: 'EUR', next: 'stripe', ...more }),
    headers,
  )

const read = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json()

type Step = { clientSecret: string; publishableKey: string }

/** Confirms as Stripe's script in the merchant's page does, with only the client secret and the publishable key. */
async function payAtPage(
  { stripe }: StripeShop,
  { clientSecret, publishableKey }: Step,
  card: string,
) {
  const [id = ''] = clientSecret.split('_secret_')
  const response = await fetch(`${stripe.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      payment_method: card,
      use_stripe_sdk: 'true',
    }),
  })
  return response.status
}

test('a merchant’s own page continues a payment with its client secret, card after card', async () => {
  await using shop = await createStripeShop()
  const created = (await create(shop)).json()
  expect(created).toMatchObject({
    status: 'pending',
    stage: 'awaiting_payer',
    next: { type: 'stripe', publishableKey: shop.account.publishableKey },
  })
  expect(await read(shop, created.id)).toMatchObject({ next: created.next })

  expect(await payAtPage(shop, created.next, 'pm_card_visa_chargeDeclined')).toBe(402)
  await shop.later(21_000)
  expect(await read(shop, created.id)).toMatchObject({ status: 'pending', next: created.next })
  expect(await payAtPage(shop, created.next, 'pm_card_visa')).toBe(200)
  await shop.later(21_000)

  expect(await read(shop, created.id)).toMatchObject({ status: 'success', next: null })
  const { attempts } = await shop.ada.api.refunds.ofPayment.query({ id: created.id })
  expect(attempts).toMatchObject([
    { outcome: 'declined', reason: 'card_declined' },
    { outcome: 'succeeded' },
  ])
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test('the page with a token lets the cardholder authenticate the payment', async () => {
  await using shop = await createStripeShop()
  const created = (await create(shop, { paymentToken: 'pm_card_authenticationRequired' })).json()
  expect(created).toMatchObject({ stage: 'requires_action', next: { type: 'stripe' } })
  const [id = ''] = created.next.clientSecret.split('_secret_')

  shop.stripe.decideAsHolder(shop.account, id, true)
  await shop.later(21_000)

  expect(await read(shop, created.id)).toMatchObject({ status: 'success', next: null })
})

test('a retry gets a byte-identical response, also after the payment is final', async () => {
  await using shop = await createStripeShop()
  const headers = { ...V2, 'idempotency-key': 'order-7' }
  const first = await create(shop, {}, headers)
  const again = await create(shop, {}, headers)
  expect(again.body).toBe(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')

  await payAtPage(shop, first.json().next, 'pm_card_visa')
  await shop.later(21_000)
  expect((await create(shop, {}, headers)).body).toBe(first.body)

  shop.stripe.fail({ kind: '500', when: 'before', call: /^GET/ })
  const refused = await create(shop, {}, headers)
  expect(refused.json()).toMatchObject({ status: 503, reason: 'processor_unavailable' })
  shop.stripe.recover()
  expect((await create(shop, {}, headers)).body).toBe(first.body)
  expect(shop.account.intents.size).toBe(1)
})

test('a page on which no payer pays ends after a day, and its intent with it', async () => {
  await using shop = await createStripeShop()
  const created = (await create(shop)).json()

  await shop.later(22 * HOUR_MS)
  expect(await read(shop, created.id)).toMatchObject({ status: 'pending' })
  await shop.later(2 * HOUR_MS)

  expect(await read(shop, created.id)).toMatchObject({ status: 'failed', failureReason: 'expired' })
  expect([...shop.account.intents.values()]).toMatchObject([{ status: 'canceled' }])
  expect(await payAtPage(shop, created.next, 'pm_card_visa')).toBe(400)
})

test('the client secret is stored encrypted while the payment is open, and nowhere else', async () => {
  await using shop = await createStripeShop()
  const { app, ada } = shop
  const [integration] = await ada.api.integrations.list.query()
  await ada.api.integrations.update.mutate({
    id: integration?.id ?? '',
    version: 'v2',
    webhookUrl: 'https://shop.example/hooks',
  })
  const { next } = (await create(shop)).json()
  const rows = async () => {
    const db = app.database.db.withoutPlugins()
    const found: unknown[] = []
    for (const { name } of await db.introspection.getTables()) {
      found.push((await sql`select * from ${sql.table(name)}`.execute(db)).rows)
    }
    return JSON.stringify(found)
  }
  expect(`${await rows()} ${JSON.stringify(app.logs)}`).not.toContain(next.clientSecret)

  const newest = Buffer.alloc(32, 9)
  const box = secretBox([newest, ...app.world.config.secretKeys])
  const found = []
  for await (const some of readSealedSecrets({ ...app.world, secretBox: box })) found.push(...some)
  const [secret] = found.filter(({ location }) => location.startsWith('transactions.payerSecret'))
  expect(secret?.age).toBe('former')
  expect(box.ageOf((await secret?.reseal()) ?? '')).toBe('newest')

  await payAtPage(shop, next, 'pm_card_visa')
  await shop.later(21_000)
  const remaining = await app.db.selectFrom('transactions').select('payerSecret').execute()
  expect(remaining).toEqual([{ payerSecret: null }])
})

test('a payment on the merchant’s own page is refused in version 1, and where payments do not go to Stripe', async () => {
  await using shop = await createStripeShop()
  const v1Response = await create(shop, {}, { 'api-version': 'v1' })
  expect(v1Response.json()).toMatchObject({ status: 400, issues: [{ path: 'next' }] })
  const byBank = await create(shop, { paymentMethod: 'bank' })
  expect(byBank.json()).toMatchObject({ status: 400, issues: [{ path: 'next' }] })
  expect((await create(shop, { next: 'else' })).status).toBe(400)

  const stranger = await keyCaller(shop.app, await shop.app.person())
  const otherResponse = await stranger.rest(
    'POST',
    '/api/transactions',
    payment({ next: 'stripe' }),
    V2,
  )
  expect(otherResponse.json()).toMatchObject({ status: 400, issues: [{ path: 'next' }] })
  expect(await shop.app.db.selectFrom('transactions').select('id').execute()).toEqual([])
  expect(shop.account.intents.size).toBe(0)
})
