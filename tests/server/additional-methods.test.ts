import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'
import { createTeamMember } from '../support/team.ts'

const V2 = { 'api-version': 'v2' }

const take = ({ shop }: StripeShop, more: object = {}) => {
  const order = payment({ amount: '12.34', currency: 'EUR', paymentMethod: 'paypal', ...more })
  return shop.rest('POST', '/api/transactions', order, V2)
}

const setTaken = ({ ada, connected: { id } }: StripeShop, isTaken: boolean) =>
  ada.api.processorAccounts.setFurtherMethod.mutate({ id, paymentMethod: 'paypal', isTaken })

const processorsOf = async ({ ada }: StripeShop) =>
  (await ada.api.transactions.cardForm.query()).processors

const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

/** Pays by PayPal on Stripe's page as a payer does, and approves the payment there. */
async function payOnPage(page: string): Promise<void> {
  const fields = { action: 'pay', method: 'paypal', email: 'ada@example.com', name: 'Ada' }
  const location = String((await submit(page, fields)).headers.get('location'))
  const approved = await submit(location, { answer: 'approve' })
  await fetch(String(approved.headers.get('location')), { redirect: 'manual' })
}

test('payments of the PayPal tile go to Stripe’s page, which offers PayPal alone, and back again', async () => {
  await using shop = await createStripeShop()
  await setTaken(shop, true)
  const offered = await shop.ada.api.processorAccounts.methods.query({ id: shop.connected.id })
  const created = (await take(shop)).json()
  const checkout = [...shop.account.checkouts.values()].at(-1)
  const processors = await processorsOf(shop)
  await setTaken(shop, false)
  const later = (await take(shop, { amount: '5.00' })).json()

  expect(offered.further).toEqual([{ paymentMethod: 'paypal', isOn: true, isTaken: true }])
  expect(created).toMatchObject({ processor: 'stripe', paymentMethod: 'paypal', status: 'pending' })
  expect(checkout?.session.payment_method_types).toEqual(['paypal'])
  expect(processors).toMatchObject({ card: 'stripe', paypal: 'stripe' })
  expect(later.processor).toBe('sandbox')
  // A payment that has begun stays at Stripe.
  expect(
    (await shop.shop.rest('GET', `/api/transactions/${created.id}`, undefined, V2)).json(),
  ).toMatchObject({ processor: 'stripe', stage: 'awaiting_payer' })
  const { data } = await shop.ada.api.auditLog.list.query({ action: 'processor.methods_changed' })
  expect(data).toMatchObject([
    { before: { furtherMethods: 'paypal' }, after: { furtherMethods: '' } },
    { before: { furtherMethods: '' }, after: { furtherMethods: 'paypal' } },
  ])
})

test('a PayPal payment on Stripe’s page succeeds as one, and its figures stay those of PayPal', async () => {
  await using shop = await createStripeShop()
  await setTaken(shop, true)
  const { id, next } = (await take(shop)).json()
  const page = await shop.app.rest({ method: 'GET', url: new URL(next.url).pathname })

  await payOnPage(String(page.headers['location']))
  await shop.later(61_000)

  const paid = (await shop.shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json()
  expect(paid).toMatchObject({ status: 'success', method: { type: 'paypal' } })
  expect(await shop.ada.api.analytics.paymentMethods.query()).toEqual([
    { name: 'PayPal', value: 1 },
  ])
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a token of a card pays no PayPal payment, and neither do fields for cards', async () => {
  await using shop = await createStripeShop()
  await setTaken(shop, true)

  const byToken = await take(shop, { paymentToken: 'pm_card_visa' })
  const byFields = await take(shop, { next: 'stripe' })

  expect([byToken.status, byToken.json().reason]).toEqual([400, 'token_not_taken'])
  expect([byFields.status, byFields.json().issues[0].path]).toEqual([400, 'next'])
  expect(await shop.app.count('transactions')).toBe(0)
})

test('the choice needs PayPal switched on at Stripe, and an owner', async () => {
  await using shop = await createStripeShop()
  const { ada, app, connected } = shop
  const staff = await createTeamMember(app, ada, 'staff')
  const stranger = await app.person()
  const input = { id: connected.id, paymentMethod: 'paypal', isTaken: true } as const

  await expect(staff.api.processorAccounts.setFurtherMethod.mutate(input)).rejects.toThrow()
  await expect(stranger.api.processorAccounts.setFurtherMethod.mutate(input)).rejects.toThrow(
    'There is no such account.',
  )
  const bank = { ...input, paymentMethod: 'bank' } as const
  await expect(ada.api.processorAccounts.setFurtherMethod.mutate(bank)).rejects.toThrow(
    'not switched on',
  )
  shop.account.methodTypes = ['card', 'ideal']
  await expect(setTaken(shop, true)).rejects.toThrow('not switched on at Stripe')

  expect(await processorsOf(shop)).toMatchObject({ card: 'stripe', paypal: 'sandbox' })
})

test('disconnecting Stripe ends the choice', async () => {
  await using shop = await createStripeShop()
  await setTaken(shop, true)

  await shop.ada.api.processorAccounts.disconnect.mutate({ id: shop.connected.id })

  expect(await processorsOf(shop)).toMatchObject({ card: 'sandbox', paypal: 'sandbox' })
})
