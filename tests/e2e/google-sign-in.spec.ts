import { type OidcStandIn, startOidcStandIn } from '../support/oidc-stand-in.ts'
import { newAccount, signUp } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { test as base, expect } from './support/fixtures.ts'
import { region } from './support/screens.ts'

const test = base.extend<object, { google: OidcStandIn }>({
  google: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      await using google = await startOidcStandIn()
      await use(google)
    },
    { scope: 'worker' },
  ],
  environment: [({ google }, use) => use(google.environment), { scope: 'worker' }],
})

const button = 'Continua con Google'

/** Sets up a Google account whose person has never been here. */
function newGooglePerson(google: OidcStandIn) {
  const { email } = newAccount()
  const person = { sub: email, email, email_verified: true, name: 'Giulia Bianchi' }
  Object.assign(google.state, { person, consents: true, claims: {} })
  return person
}

test('a person who signs up with Google is led to the onboarding, and signs in the same way', async ({
  page,
  google,
}) => {
  const { email } = newGooglePerson(google)
  await page.goto('/sign-up')
  await page.getByRole('button', { name: button }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
  await expect(page.getByText('Benvenuto, Giulia!')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/sign-in?redirect=%2Fprofile')
  await expect(page.getByRole('button', { name: button })).toBeVisible()
  await expectAccessible(page, 'with Google')
  await page.getByRole('button', { name: button }).click()

  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(region(page, 'Password')).toContainText('You sign in with Google')
  await expect(region(page, 'Two-step verification').getByRole('button')).toHaveCount(0)
})

test('an account with a password is not taken over', async ({ page, google }) => {
  const person = newGooglePerson(google)
  await signUp(page, { ...newAccount(), email: person.email })
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: button }).click()

  await expect(
    page.getByText('Esiste già un account con questa email. Accedi con email e password.'),
  ).toBeVisible()
})

const refusals = [
  {
    what: 'a visitor who changes their mind',
    state: { consents: false },
    text: 'è stato annullato',
  },
  {
    what: 'an address that Google did not verify',
    state: { claims: { email_verified: false } },
    text: 'Google non ha ancora verificato il tuo indirizzo email.',
  },
  {
    what: 'a token for somebody else',
    state: { claims: { aud: 'another-client' } },
    text: 'L’accesso con Google non è riuscito.',
  },
]

for (const { what, state, text } of refusals) {
  test(`${what} returns to the form with a reason`, async ({ page, google }) => {
    newGooglePerson(google)
    Object.assign(google.state, state)
    await page.goto('/sign-in')
    await page.getByRole('button', { name: button }).click()

    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
  })
}
