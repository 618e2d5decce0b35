import { expect, test } from 'vitest'
import { onboarding, payment } from '../support/make.ts'
import { type Person, testApp } from '../support/test-app.ts'

test('a time zone is returned under the name under which it was sent', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Asia/Kathmandu' })

  expect(alice.merchant.timezone).toBe('Asia/Kathmandu')
  const moved = await alice.api.merchant.update.mutate({ timezone: 'Europe/Kyiv' })
  expect(moved.timezone).toBe('Europe/Kyiv')
})

test('a telephone number has digits', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const dave = await app.person({ isOnboarded: false })

  for (const businessPhone of ['+++', 'call me', '12']) {
    const changed = await alice.rest('PATCH', '/api/merchant/profile', { businessPhone })
    const onboarded = await dave.rest('POST', '/api/merchant/onboarding', {
      ...onboarding(),
      businessPhone,
    })
    for (const refused of [changed, onboarded]) {
      expect([refused.status, refused.json().issues[0].path]).toEqual([400, 'businessPhone'])
    }
  }
  const businessPhone = '(+39) 06 / 112'
  expect((await alice.rest('PATCH', '/api/merchant/profile', { businessPhone })).status).toBe(200)
})

test('a mail domain in other letters is stored in the form that mail servers accept', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const paid = await alice.api.transactions.create.mutate(
    payment({ customerEmail: 'Ada@Müller.example' }),
  )

  expect(paid.customerEmail).toBe('Ada@xn--mller-kva.example')
  const again = await alice.rest('POST', '/api/customers', {
    name: 'Ada',
    email: 'ada@MÜLLER.example',
  })
  expect([again.status, again.json().reason]).toEqual([409, 'email_taken'])
  for (const email of [
    'a@ü',
    'ü@example.com',
    'a@b..ü.example',
    'a@ü.example/x',
    'a@ü.example:25',
  ]) {
    const refused = await alice.rest('POST', '/api/customers', { name: 'Ada', email })
    expect([email, refused.status]).toEqual([email, 400])
  }
})

const signIn = (app: Awaited<ReturnType<typeof testApp>>, email: string, password: string) =>
  app.rest({ method: 'POST', url: '/api/auth/sign-in/email', payload: { email, password } })

test('a password is the same however a keyboard composes its letters', async () => {
  await using app = await testApp()
  const [composed, apart] = ['caffè corretto 7', 'caffe\u0300 corretto 7']
  const email = 'nora@example.com'
  const payload = { email, name: 'Nora', password: apart }
  const signedUp = await app.rest({ method: 'POST', url: '/api/auth/sign-up/email', payload })
  expect(signedUp.status).toBe(200)

  for (const password of [apart, composed]) {
    expect((await signIn(app, email, password)).status).toBe(200)
  }
  expect((await signIn(app, email, 'caffe corretto 7')).status).toBe(401)
})

const invite = (person: Person, email: string) =>
  person.api.team.invite.mutate({ role: 'staff', email })

test('an owner cannot invite themselves, a member or an invited e-mail address again, in any letter case', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await invite(alice, 'bob@example.com')

  for (const [email, reason] of [
    [alice.email, 'already_in_team'],
    [alice.email.toUpperCase(), 'already_in_team'],
    ['bob@example.com', 'already_invited'],
    ['BOB@Example.com', 'already_invited'],
  ] as const) {
    await expect(invite(alice, email)).rejects.toMatchObject({ data: { code: 'conflict', reason } })
  }
  expect(await app.count('merchantInvitations')).toBe(1)
  await expect(invite(alice, 'carol@example.com')).resolves.toMatchObject({ role: 'staff' })
})

test('days after the last one that lists support find nothing, and cause no error', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())

  for (const list of ['transactions', 'refunds', 'payment-links', 'audit-log']) {
    const none = await alice.rest('GET', `/api/${list}?from=9999-12-31`)
    expect([list, none.status, none.body]).toEqual([list, 200, '[]'])
  }
  expect((await alice.rest('GET', '/api/transactions?to=9999-12-31')).json()).toHaveLength(1)
})
