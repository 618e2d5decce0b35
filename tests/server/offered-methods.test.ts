import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { createLink, pay as payLink } from '../support/pay-page.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'
import { createTeamMember } from '../support/team.ts'

const take = ({ shop }: StripeShop) =>
  shop.rest('POST', '/api/transactions', payment({ amount: '12.34', currency: 'EUR' }), {
    'api-version': 'v2',
  })

/** Returns the types that the newest page of Stripe offers. */
const typesOfPage = ({ account }: StripeShop) =>
  [...account.checkouts.values()].at(-1)?.session.payment_method_types

const read = ({ ada, connected: { id } }: StripeShop) =>
  ada.api.processorAccounts.methods.query({ id })

const exclude = ({ ada, connected: { id } }: StripeShop, excluded: string[]) =>
  ada.api.processorAccounts.excludeMethods.mutate({ id, excluded })

test('an owner leaves a method out of Stripe’s page, and offers it again', async () => {
  await using shop = await createStripeShop()

  await exclude(shop, ['klarna', 'sepa_debit'])
  await take(shop)
  const without = typesOfPage(shop)
  const { methods } = await read(shop)
  await exclude(shop, [])
  await take(shop)

  expect(without).toContain('ideal')
  expect(without).not.toContain('klarna')
  expect(without).not.toContain('sepa_debit')
  expect(methods).toContainEqual({ type: 'klarna', isOn: true, isExcluded: true })
  expect(methods).toContainEqual({ type: 'card', isOn: true, isExcluded: false })
  expect(typesOfPage(shop)).toContain('klarna')
  const { data } = await shop.ada.api.auditLog.list.query({ action: 'processor.methods_changed' })
  expect(data).toMatchObject([
    { before: { excludedMethods: 'klarna, sepa_debit' }, after: { excludedMethods: '' } },
    { before: { excludedMethods: '' }, after: { excludedMethods: 'klarna, sepa_debit' } },
  ])
})

test('a method that is off at Stripe is shown as off', async () => {
  await using shop = await createStripeShop()
  shop.account.methodTypes = ['card', 'ideal']

  const { methods } = await read(shop)

  expect(methods).toContainEqual({ type: 'ideal', isOn: true, isExcluded: false })
  expect(methods).toContainEqual({ type: 'klarna', isOn: false, isExcluded: false })
})

test('the last method cannot be left out, and an unknown one is refused', async () => {
  await using shop = await createStripeShop()
  shop.account.methodTypes = ['card', 'ideal']

  const nothingLeft = exclude(shop, ['card', 'ideal'])
  await expect(nothingLeft).rejects.toThrow('at least one method must remain')
  const unknown = exclude(shop, ['made_up'])
  await expect(unknown).rejects.toThrow('the account has no method made_up')

  const { methods = [] } = await read(shop)
  expect(methods?.filter(({ isExcluded }) => isExcluded)).toEqual([])
})

test('a key that may not read the methods says so, and changes nothing', async () => {
  await using shop = await createStripeShop()
  shop.account.permissions.payment_method_configurations = 'none'

  const { methods, says } = await read(shop)
  const refused = exclude(shop, ['klarna'])

  await expect(refused).rejects.toThrow('may not read the methods')
  expect(methods).toBeNull()
  expect(says).toContain('does not have')
  await take(shop)
  expect(typesOfPage(shop)).toContain('klarna')
})

test('staff and strangers may not change the methods', async () => {
  await using shop = await createStripeShop()
  const staff = await createTeamMember(shop.app, shop.ada, 'staff')
  const stranger = await shop.app.person()
  const input = { id: shop.connected.id, excluded: ['klarna'] }

  const byStaff = staff.api.processorAccounts.excludeMethods.mutate(input)
  await expect(byStaff).rejects.toThrow()
  const byStranger = stranger.api.processorAccounts.excludeMethods.mutate(input)
  await expect(byStranger).rejects.toThrow('There is no such account.')

  const { methods } = await read(shop)
  expect(methods?.filter(({ isExcluded }) => isExcluded)).toEqual([])
})

test('the methods of a link replace those of the settings, and a change of the link is used', async () => {
  await using shop = await createStripeShop()
  await exclude(shop, ['satispay'])
  const link = await createLink(shop.ada, { methodTypes: ['satispay', 'card'] })
  const inV2 = { 'api-version': 'v2' }
  const path = `/api/payment-links/${link.id}`

  const first = await payLink(shop.app, link.path)
  const typesFirst = typesOfPage(shop)
  const changed = await shop.shop.rest('PUT', path, { methodTypes: null }, inV2)
  await payLink(shop.app, link.path)

  expect(first.status).toBe(303)
  expect(typesFirst).toEqual(['card', 'satispay'])
  expect(changed.json().methodTypes).toBeNull()
  expect(typesOfPage(shop)).toContain('ideal')
  expect(typesOfPage(shop)).not.toContain('satispay')
})

test.each([[['made_up']], [[]], ['card']])(
  'a link with the methods %j is refused',
  async (methodTypes) => {
    await using shop = await createStripeShop()
    const body = { title: 'Dinner', amount: '40.00', currency: 'EUR', methodTypes }

    const { status } = await shop.ada.rest('POST', '/api/payment-links', body)

    expect(status).toBe(400)
  },
)
