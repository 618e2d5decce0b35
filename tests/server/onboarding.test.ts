import { expect, test } from 'vitest'
import { onboarding, payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

test('onboarding creates the merchant of the signed-in person', async () => {
  await using app = await testApp()
  const alice = await app.person({ isOnboarded: false })
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(404)

  const response = await alice.rest('POST', '/api/merchant/onboarding', {
    ...onboarding({ timezone: 'Europe/Rome', businessWebsite: ' not a url ', estimatedVolume: '' }),
    userId: alice.id,
    email: alice.email.toUpperCase(),
  })

  expect(response.status).toBe(201)
  expect(response.json()).toEqual({
    id: expect.stringMatching(/^mer_/),
    businessName: 'Bar Centrale',
    businessType: 'retail',
    businessAddress: null,
    businessPhone: '+39 06 1234567',
    businessWebsite: 'not a url',
    businessDescription: null,
    estimatedVolume: null,
    email: alice.email,
    verificationStatus: 'verified',
    currency: 'USD',
    timezone: 'Europe/Rome',
    createdAt: '2026-03-10T12:00:00.000Z',
    updatedAt: '2026-03-10T12:00:00.000Z',
  })
  for (const path of ['/api/merchants', '/api/merchant/profile']) {
    expect((await alice.rest('GET', path)).json()).toEqual(response.json())
  }
})

test('a second onboarding is a conflict, also at the same moment', async () => {
  await using app = await testApp()
  const alice = await app.person({ isOnboarded: false })

  const responses = await Promise.all(
    [1, 2, 3].map(() => alice.rest('POST', '/api/merchant/onboarding', onboarding())),
  )

  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(await app.count('merchants')).toBe(1)
  expect(await app.count('merchantMembers')).toBe(1)
})

test('the reporting currency is the one given at onboarding', async () => {
  await using app = await testApp()
  const alice = await app.person({ isOnboarded: false })

  const response = await alice.rest(
    'POST',
    '/api/merchant/onboarding',
    onboarding({ currency: 'EUR' }),
  )

  expect(response.status).toBe(201)
  expect(response.json().currency).toBe('EUR')
  expect((await alice.rest('GET', '/api/dashboard/stats')).json().currency).toBe('EUR')
})

const setStatus = (app: TestApp, status: 'pending' | 'suspended') =>
  app.world.db.updateTable('merchants').set({ verificationStatus: status }).execute()

test('a pending merchant is completed with the new data and accepts payments again', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment({ amount: '12.34', currency: 'EUR' }))
  const before = (await alice.rest('GET', '/api/merchants')).json()
  await setStatus(app, 'pending')
  expect((await alice.rest('POST', '/api/transactions', payment())).status).toBe(403)
  app.clock.advance(60_000)

  const response = await alice.rest('POST', '/api/merchant/onboarding', {
    ...onboarding({ businessName: 'Bar Nuovo', timezone: 'Europe/Rome', currency: 'EUR' }),
    businessAddress: 'Via Roma 1',
  })

  expect(response.status).toBe(201)
  expect(response.json()).toEqual({
    ...before,
    businessName: 'Bar Nuovo',
    businessAddress: 'Via Roma 1',
    timezone: 'Europe/Rome',
    currency: 'EUR',
    verificationStatus: 'verified',
    updatedAt: '2026-03-10T12:01:00.000Z',
  })
  expect((await alice.rest('GET', '/api/merchant/profile')).json()).toEqual(response.json())
  expect(await app.count('merchants')).toBe(1)
  expect(await app.count('merchantMembers')).toBe(1)
  expect(await app.count('integrations')).toBe(1)
  expect((await alice.rest('GET', '/api/dashboard/stats')).json().totalRevenue).toBe('12.34')
  expect((await alice.api.customers.list.query({})).data[0]?.totalSpent).toBe('12.34')
  expect((await alice.rest('POST', '/api/transactions', payment())).status).toBe(201)
})

test('the second of two people who complete a pending merchant at once is refused and changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setStatus(app, 'pending')

  const names = ['One', 'Two', 'Three']
  const responses = await Promise.all(
    names.map((businessName) =>
      alice.rest('POST', '/api/merchant/onboarding', onboarding({ businessName })),
    ),
  )

  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const first = responses.find(({ status }) => status === 201)
  expect((await alice.rest('GET', '/api/merchants')).json()).toEqual(first?.json())
})

test.each([
  ['a verified merchant', undefined, 409, undefined],
  ['a suspended merchant', 'suspended', 403, 'merchant_suspended'],
] as const)('onboarding of %s is refused and changes nothing', async (_, status, code, reason) => {
  await using app = await testApp()
  const alice = await app.person()
  if (status) await setStatus(app, status)
  const before = (await alice.rest('GET', '/api/merchants')).json()

  const refused = await alice.rest(
    'POST',
    '/api/merchant/onboarding',
    onboarding({ businessName: 'Other', currency: 'GBP', timezone: 'Europe/London' }),
  )

  expect(refused.status).toBe(code)
  expect(refused.json().reason).toBe(reason)
  expect((await alice.rest('GET', '/api/merchants')).json()).toEqual(before)
})

test('a pending merchant is completed by its owner, not by staff or a stranger', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  await setStatus(app, 'pending')

  const refused = await bob.rest('POST', '/api/merchant/onboarding', onboarding())

  expect(refused.status).toBe(403)
  expect(refused.json().reason).toBe('owner_only')
  expect((await alice.rest('GET', '/api/merchants')).json().verificationStatus).toBe('pending')
})

test('a pending merchant whose onboarding is refused stays unchanged', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setStatus(app, 'pending')
  const before = (await alice.rest('GET', '/api/merchants')).json()

  const refused = await alice.rest('POST', '/api/merchant/onboarding', {
    ...onboarding({ businessName: 'Other' }),
    currency: 'ITL',
  })

  expect(refused.status).toBe(400)
  expect((await alice.rest('GET', '/api/merchants')).json()).toEqual(before)
})

test.each([
  ['without the terms', { acceptedTerms: false }, 400, 'acceptedTerms'],
  ['without the privacy policy', { acceptedPrivacy: undefined }, 400, 'acceptedPrivacy'],
  ['without a name', { businessName: ' ' }, 400, 'businessName'],
  ['without a phone', { businessPhone: undefined }, 400, 'businessPhone'],
  ['with an unknown type', { businessType: 'bank' }, 400, 'businessType'],
  ['with an unknown volume', { estimatedVolume: '7' }, 400, 'estimatedVolume'],
  ['with an unknown currency', { currency: 'ITL' }, 400, 'currency'],
  ['with an unknown zone', { timezone: 'Mars/Olympus' }, 400, 'timezone'],
  ['for somebody else', { userId: 'somebody' }, 403, undefined],
  ['with the e-mail of somebody else', { email: 'else@example.com' }, 403, undefined],
])('onboarding %s is refused and creates nothing', async (_, more, status, field) => {
  await using app = await testApp()
  const alice = await app.person({ isOnboarded: false })

  const refused = await alice.rest('POST', '/api/merchant/onboarding', { ...onboarding(), ...more })

  expect(refused.status).toBe(status)
  if (field) expect(refused.json().issues[0].path).toBe(field)
  expect(await app.count('merchants')).toBe(0)
})
