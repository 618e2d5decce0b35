import { expect, test } from 'vitest'
import { readSealedSecrets } from '#server/ops/sealed.ts'
import { connectStripe, createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const rowsOf = ({ app }: StripeShop) =>
  app.db.selectFrom('processorAccounts').selectAll().orderBy('id').execute()

const connectInputOf = ({ key, publishableKey }: { key: string; publishableKey: string }) => ({
  processor: 'stripe' as const,
  secretKey: key,
  publishableKey,
})

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'not refused',
    (error: { data?: { code: string; reason?: string } }) => error.data?.reason ?? error.data?.code,
  )

test('a key is stored encrypted, shown by its ends only, and recorded without itself', async () => {
  await using shop = await createStripeShop({ isWithWebhook: true })
  const { ada, account, app } = shop

  const listed = await ada.api.processorAccounts.list.query()

  const keyEnd = account.key.slice(-4)
  expect(listed).toMatchObject([
    { keyHint: `rk_test_…${keyEnd}`, publishableKey: account.publishableKey, webhook: 'made' },
  ])
  const [{ secret } = { secret: '' }] = [...account.endpoints.values()]
  const stored = JSON.stringify([
    await rowsOf(shop),
    await app.db.selectFrom('auditLog').selectAll().execute(),
    await app.db.selectFrom('requestLog').selectAll().execute(),
    await app.db.selectFrom('merchants').selectAll().execute(),
    app.logs,
    listed,
  ])
  expect(secret).toMatch(/^whsec_/)
  expect(stored).not.toContain(account.key)
  expect(stored).not.toContain(secret)
  expect(stored).toContain('processor.connected')
})

test('the missing permissions of a key are named in Stripe’s own words, and nothing is stored', async () => {
  await using shop = await createStripeShop()
  const { ada, stripe, app } = shop
  const limitedAccount = stripe.addAccount({
    permissions: { refunds: 'read', disputes: 'none', files: 'none' },
  })
  const before = await rowsOf(shop)

  const { permissions } = await ada.api.processorAccounts.check.mutate({
    processor: 'stripe',
    secretKey: limitedAccount.key,
  })
  const refusal = await refusalOf(
    ada.api.processorAccounts.connect.mutate(connectInputOf(limitedAccount)),
  )

  const missing = permissions.filter(({ state }) => state !== 'allowed')
  expect(missing.map(({ name, state, isNeeded }) => [name, state, isNeeded])).toEqual([
    ['refunds', 'missing', true],
    ['disputes', 'missing', false],
    ['files', 'missing', false],
  ])
  expect(missing[0]?.says).toContain('rak_refund_write')
  expect(refusal).toBe('processor_key_invalid')
  expect(await rowsOf(shop)).toEqual(before)
  expect(await app.count('processorAccounts')).toBe(1)
})

test('a key that Stripe does not know, or of the other mode, is refused and changes nothing', async () => {
  await using shop = await createStripeShop()
  const { ada, stripe } = shop
  const live = stripe.addAccount({ isLive: true })
  const before = await rowsOf(shop)
  const { connect } = ada.api.processorAccounts

  const unknown = { ...connectInputOf(shop.account), secretKey: 'rk_test_00000000000000000000' }
  const refusals = [
    await refusalOf(connect.mutate(unknown)),
    await refusalOf(connect.mutate(connectInputOf(live))),
    await refusalOf(connect.mutate({ ...connectInputOf(shop.account), secretKey: 'hello' })),
  ]

  expect(refusals).toEqual(['processor_key_invalid', 'livemode_mismatch', 'invalid'])
  expect(await rowsOf(shop)).toEqual(before)
})

test('an account is not connected while Stripe does not respond, and it can be tried again', async () => {
  await using shop = await createStripeShop()
  const { ada, stripe } = shop
  const other = stripe.addAccount()
  stripe.fail({ kind: '503', when: 'before', call: /./, times: 100 })

  const refusal = await refusalOf(ada.api.processorAccounts.connect.mutate(connectInputOf(other)))
  stripe.recover()
  await connectStripe(ada, other)

  expect(refusal).toBe('processor_unavailable')
  const open = (await rowsOf(shop)).filter(({ closedAt }) => closedAt === null)
  expect(open).toMatchObject([{ publishableKey: other.publishableKey }])
})

test('another merchant sees nothing of an account and can do nothing with it', async () => {
  await using shop = await createStripeShop()
  const eve = await shop.app.person()
  const before = await rowsOf(shop)
  const { processorAccounts } = eve.api
  const { id } = shop.connected

  expect(await processorAccounts.list.query()).toEqual([])
  const refusals = [
    await refusalOf(processorAccounts.test.mutate({ id })),
    await refusalOf(processorAccounts.update.mutate({ id, publishableKey: 'pk_test_0123456789' })),
    await refusalOf(processorAccounts.disconnect.mutate({ id })),
  ]

  expect(refusals).toEqual(['not_found', 'not_found', 'not_found'])
  expect(await rowsOf(shop)).toEqual(before)
})

test('the endpoint of an account that is replaced by another one is removed', async () => {
  await using shop = await createStripeShop({ isWithWebhook: true })
  const other = shop.stripe.addAccount()
  expect(shop.account.endpoints.size).toBe(1)

  await connectStripe(shop.ada, other, true)

  expect([shop.account.endpoints.size, other.endpoints.size]).toEqual([0, 1])
})

test('keys of another Stripe account do not replace these', async () => {
  await using shop = await createStripeShop()
  const { ada, stripe, connected, account } = shop
  const { update } = ada.api.processorAccounts
  const created = stripe.addAccount()
  await shop.shop.rest('POST', '/api/payments', {
    amount: '5.00',
    customerName: 'Bo',
    customerEmail: 'bo@example.com',
    paymentToken: 'pm_card_visa',
  })
  await shop.poll()

  const refusal = await refusalOf(update.mutate({ id: connected.id, secretKey: created.key }))
  const updated = await update.mutate({ id: connected.id, secretKey: account.key })

  expect(refusal).toBe('processor_key_invalid')
  expect(updated.keyHint).toBe(`rk_test_…${account.key.slice(-4)}`)
})

test('a new SECRET_KEY encrypts every secret of an account again', async () => {
  await using shop = await createStripeShop({ isWithWebhook: true })
  const places: string[] = []
  for await (const some of readSealedSecrets(shop.app.world)) {
    for (const secret of some) {
      if (secret.location.startsWith('processor_accounts')) places.push(secret.location)
      expect(await secret.reseal()).toMatch(/^v1\./)
    }
  }

  expect(places.map((location) => location.split(' ')[0])).toEqual([
    'processor_accounts.secretKey',
    'processor_accounts.webhookSecret',
  ])
})
