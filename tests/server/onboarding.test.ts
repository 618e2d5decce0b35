import { expect, test } from 'vitest'
import { onboarding } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

test('onboarding makes the merchant of whoever is signed in', async () => {
  await using app = await testApp()
  const alice = await app.person({ isOnboarded: false })
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(404)

  const answer = await alice.rest('POST', '/api/merchant/onboarding', {
    ...onboarding({ timezone: 'Europe/Rome', businessWebsite: ' not a url ', estimatedVolume: '' }),
    userId: alice.id,
    email: alice.email.toUpperCase(),
  })

  expect(answer.status).toBe(201)
  expect(answer.json()).toEqual({
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
    expect((await alice.rest('GET', path)).json()).toEqual(answer.json())
  }
})

test('a second onboarding is a conflict, also at the same moment', async () => {
  await using app = await testApp()
  const alice = await app.person({ isOnboarded: false })

  const answers = await Promise.all(
    [1, 2, 3].map(() => alice.rest('POST', '/api/merchant/onboarding', onboarding())),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(await app.count('merchants')).toBe(1)
  expect(await app.count('merchantMembers')).toBe(1)
})

test.each([
  ['without the terms', { acceptedTerms: false }, 400, 'acceptedTerms'],
  ['without the privacy policy', { acceptedPrivacy: undefined }, 400, 'acceptedPrivacy'],
  ['without a name', { businessName: ' ' }, 400, 'businessName'],
  ['without a phone', { businessPhone: undefined }, 400, 'businessPhone'],
  ['with an unknown type', { businessType: 'bank' }, 400, 'businessType'],
  ['with an unknown volume', { estimatedVolume: '7' }, 400, 'estimatedVolume'],
  ['with an unknown zone', { timezone: 'Mars/Olympus' }, 400, 'timezone'],
  ['for somebody else', { userId: 'somebody' }, 403, undefined],
  ['with the e-mail of somebody else', { email: 'else@example.com' }, 403, undefined],
])('onboarding %s is refused and makes nothing', async (_, more, status, field) => {
  await using app = await testApp()
  const alice = await app.person({ isOnboarded: false })

  const refused = await alice.rest('POST', '/api/merchant/onboarding', { ...onboarding(), ...more })

  expect(refused.status).toBe(status)
  if (field) expect(refused.json().issues[0].path).toBe(field)
  expect(await app.count('merchants')).toBe(0)
})
