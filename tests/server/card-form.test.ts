import { expect, test } from 'vitest'
import { MODE_COOKIE } from '#server/shared/mode.ts'
import { payment } from '../support/make.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'not refused',
    (error: { data?: { code: string; reason?: string } }) => error.data?.reason ?? error.data?.code,
  )

const AUTHENTICATION_CARD = 'pm_card_authenticationRequired'

/** Takes a payment as the page does, with a card that requires authentication. */
const createAtPage = ({ ada }: StripeShop) =>
  ada.api.transactions.create.mutate(
    payment({ amount: '12.34', currency: 'EUR', paymentToken: AUTHENTICATION_CARD }),
  )

const intentOf = ({ account }: StripeShop) => {
  const intent = [...account.intents.values()].at(-1)
  if (!intent) throw new Error('Stripe knows of no payment')
  return intent
}

test('the page takes cards through the sandbox until the merchant connects Stripe', async () => {
  await using app = await testApp()
  const bob = await app.person()
  await using shop = await createStripeShop()

  const sandbox = { card: 'sandbox', paypal: 'sandbox', bank: 'sandbox' }
  const withoutAccounts = { by: 'sandbox', script: null, processors: sandbox }
  expect(await bob.api.transactions.cardForm.query()).toEqual(withoutAccounts)
  expect(await shop.ada.api.transactions.cardForm.query()).toEqual({
    by: 'stripe',
    script: {
      publishableKey: shop.account.publishableKey,
      url: 'https://js.stripe.com/endive/stripe.js',
    },
    processors: { ...sandbox, card: 'stripe' },
  })

  const [account] = await shop.ada.api.processorAccounts.list.query()
  await shop.ada.api.processorAccounts.disconnect.mutate({ id: account?.id ?? '' })
  expect(await shop.ada.api.transactions.cardForm.query()).toEqual(withoutAccounts)
})

test('a live mode without a connected processor takes no cards', async () => {
  await using app = await testApp()
  const bob = await app.person()
  await bob.api.merchant.goLive.mutate({})
  const live = { cookie: `${bob.cookie}; ${MODE_COOKIE}=live` }

  const response = await app.rest({
    method: 'GET',
    url: '/trpc/transactions.cardForm',
    headers: live,
  })

  expect(response.json().result.data).toEqual({
    by: null,
    script: null,
    processors: { card: null, paypal: null, bank: null },
  })
})

test('a payment that needs authentication uses a secret that is neither stored nor logged', async () => {
  await using shop = await createStripeShop()
  const created = await createAtPage(shop)

  const { clientSecret, url } = await shop.ada.api.transactions.proof.mutate({ id: created.id })

  const secret = intentOf(shop).client_secret ?? ''
  expect(clientSecret).toBe(secret)
  expect(url).toMatch(/\/continue\/[\w.~-]+$/)
  const rows = await Promise.all(
    (['transactions', 'requestLog', 'auditLog', 'idempotencyKeys', 'webhookEvents'] as const).map(
      (table) => shop.app.db.selectFrom(table).selectAll().execute(),
    ),
  )
  const storedText = JSON.stringify([rows, shop.app.logs])
  expect(storedText).toContain(created.id)
  expect(storedText).not.toContain(secret)
  expect(storedText).not.toContain(secret.split('_secret_')[1])
})

test('staff may authenticate a payment, another merchant finds none, and keys are not admitted', async () => {
  await using shop = await createStripeShop()
  const { id } = await createAtPage(shop)
  const staff = await createTeamMember(shop.app, shop.ada)
  const bob = await shop.app.person()

  expect(await staff.api.transactions.proof.mutate({ id })).toMatchObject({
    clientSecret: intentOf(shop).client_secret,
  })
  expect(await codeOf(bob.api.transactions.proof.mutate({ id }))).toBe('not_found')
  expect(await codeOf(bob.api.transactions.ask.mutate({ id }))).toBe('not_found')
  for (const call of ['proof', 'ask']) {
    const { status, body } = await shop.shop.rest('POST', `/trpc/transactions.${call}`, { id })
    expect([status, body]).toEqual([403, expect.stringContaining('key_not_admitted')])
  }
})

test.each([
  [true, 'success', null],
  [false, 'failed', 'authentication_failed'],
] as const)(
  'the cardholder’s decision (%s) is known once the page requests it',
  async (isConfirmed, status, failureReason) => {
    await using shop = await createStripeShop()
    const { id } = await createAtPage(shop)
    const before = await shop.ada.api.transactions.ask.mutate({ id })
    shop.stripe.decideAsHolder(shop.account, intentOf(shop).id, isConfirmed)

    const after = await shop.ada.api.transactions.ask.mutate({ id })

    expect(before.status).toBe('pending')
    expect(after).toMatchObject({ id, status, failureReason })
    expect(await shop.ada.api.transactions.proof.mutate({ id })).toEqual({
      clientSecret: null,
      url: null,
    })
    const captured = isConfirmed ? 1234 : 0
    expect(shop.stripe.movedBy(shop.account)).toEqual({ captured, refunded: 0 })
  },
)

test('a payment cannot be authenticated while Stripe does not respond, and a query leaves it open', async () => {
  await using shop = await createStripeShop()
  const { id } = await createAtPage(shop)
  shop.stripe.fail({ call: /payment_intents/, kind: '503', when: 'before', times: 99 })

  expect(await codeOf(shop.ada.api.transactions.proof.mutate({ id }))).toBe('processor_unavailable')
  expect((await shop.ada.api.transactions.ask.mutate({ id })).status).toBe('pending')

  shop.stripe.recover()
  expect((await shop.ada.api.transactions.proof.mutate({ id })).clientSecret).toBeTruthy()
})

test('a remote customer authenticates the payment on a page of Incasso with its own policy', async () => {
  await using shop = await createStripeShop()
  const { id } = await createAtPage(shop)
  const { url, clientSecret } = await shop.ada.api.transactions.proof.mutate({ id })
  const at = (more = '') => ({
    method: 'GET' as const,
    url: `${new URL(url ?? '').pathname}${more}`,
    headers: { 'accept-language': 'it' },
  })

  const formPage = await shop.app.rest(at())
  shop.stripe.decideAsHolder(shop.account, intentOf(shop).id, true)
  const returnPage = await shop.app.rest(at('/back'))
  const later = await shop.app.rest(at())

  expect(formPage.status).toBe(200)
  expect(formPage.headers['cache-control']).toBe('no-store')
  expect(formPage.body).toContain(`data-secret="${clientSecret}"`)
  expect(formPage.body).toContain('La tua banca ti chiede')
  const policy = String(formPage.headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+' https:\/\/js\.stripe\.com /)
  expect(policy).not.toContain('unsafe')
  expect(returnPage.body).toContain('Il pagamento è stato eseguito')
  expect(later.status).toBe(303)
  expect(JSON.stringify(shop.app.logs)).not.toContain(clientSecret)
})
