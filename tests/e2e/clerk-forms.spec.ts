import type { Page } from '@playwright/test'
import { newAccount, onboard } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, newPerson, signInAtClerk, test } from './support/clerk.ts'
import { stopClock, waitForTasks } from './support/clock.ts'

test.use({ hasShellDelay: true })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const form = (page: Page, name: string) => page.getByRole('form', { name: `Clerk ${name}` })

const screens = [
  {
    path: '/sign-in',
    kind: 'sign-in',
    title: 'Accedi a Incasso',
    subtitle: 'Il tuo gateway per i pagamenti digitali',
    link: 'Registrati',
    hint: "Se l'autenticazione Google non funziona, prova con email e password o contatta il supporto.",
  },
  {
    path: '/sign-up',
    kind: 'sign-up',
    title: 'Registrati su Incasso',
    subtitle: 'Crea il tuo account merchant',
    link: 'Accedi',
    hint: "Per una registrazione rapida, usa email e password. L'autenticazione Google sarà disponibile presto.",
  },
]

for (const { path, kind, title, subtitle, link, hint } of screens) {
  test(`${path} has Clerk’s form below its own texts`, async ({ page }) => {
    await page.goto(path)

    await expect(heading(page, title)).toBeVisible()
    await expect(form(page, kind)).toBeVisible()
    await expect(page.getByText(subtitle)).toBeVisible()
    await expect(page.getByRole('link', { name: link })).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveCount(0)
  })

  test(`${path} shows its hint after five seconds, with or without Clerk`, async ({ page }) => {
    await stopClock(page)
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await waitForTasks(page)
    await page.clock.runFor(4999)
    await expect(page.getByText(hint)).toHaveCount(0)

    await page.clock.runFor(1)

    await expect(page.getByText(hint)).toBeVisible()
  })

  test(`axe finds no violations on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(form(page, kind)).toBeVisible()

    await expectAccessible(page)
  })
}

test('the script loads from the instance’s host only, in Italian and without telemetry', async ({
  page,
  clerk,
  host,
  server,
}) => {
  const attributes: unknown[] = []
  await page.exposeFunction('tellScript', (attribute: unknown) => attributes.push(attribute))
  await page.addInitScript(() => {
    const append = Element.prototype.appendChild
    Element.prototype.appendChild = function appendChild<T extends Node>(this: Element, node: T) {
      if (node instanceof HTMLScriptElement && node.src.includes('/npm/')) {
        const { src, crossOrigin, dataset } = node
        Reflect.get(window, 'tellScript')({ src, crossOrigin, key: dataset.clerkPublishableKey })
      }
      return append.call(this, node) as T
    }
  })
  const foreignOrigins: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== clerk.issuer && origin !== server.url) foreignOrigins.push(origin)
  })

  const response = await page.goto('/sign-in')
  await expect(form(page, 'sign-in')).toBeVisible()

  expect(attributes).toEqual(
    ['clerk-js@6/dist/clerk', 'ui@1/dist/ui'].map((name) => ({
      src: `${clerk.issuer}/npm/@clerk/${name}.browser.js`,
      crossOrigin: 'anonymous',
      key: clerk.publishableKey,
    })),
  )
  expect(host.requests).toContain('/v1/client')
  expect(foreignOrigins).toEqual([])
  const options = await page.evaluate(() => {
    const { localization, telemetry, signInUrl, signUpUrl } = Reflect.get(window, 'Clerk').options
    return { locale: localization.locale, telemetry, signInUrl, signUpUrl }
  })
  expect(options).toEqual({
    locale: 'it-IT',
    telemetry: false,
    signInUrl: '/sign-in',
    signUpUrl: '/sign-up',
  })
  const policy = response?.headers()['content-security-policy'] ?? ''
  const challenges = 'https://challenges.cloudflare.com'
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      `script-src 'self' ${clerk.issuer} ${challenges}`,
      `connect-src 'self' ${clerk.issuer}`,
      "style-src 'self' 'unsafe-inline'",
      `frame-src ${challenges}`,
    ]),
  )
})

test('signing in opens the dashboard', async ({ page, clerk, setCookie }) => {
  const ada = newPerson(clerk)
  await setCookie(ada.id)
  await onboard(page, newAccount())
  await page.context().clearCookies()
  await page.goto('/sign-in')

  await signInAtClerk(page, ada)

  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Ciao, Ada')).toBeVisible()
})

test('signing up opens the onboarding', async ({ page }) => {
  await page.goto('/sign-up')

  await signInAtClerk(page, { email: 'new@example.com' })

  await expect(page).toHaveURL(/\/onboarding$/)
  await expect(heading(page, 'Configurazione Account')).toBeVisible()
})

test('the dialog of the landing card signs in without leaving the page', async ({
  page,
  clerk,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByRole('dialog', { name: 'Accedi a Incasso' })).toBeVisible()

  await signInAtClerk(page, newPerson(clerk))

  await expect(page).toHaveURL(/\/onboarding$/)
})

test('a script that does not load shows an error, and Retry loads it', async ({
  page,
  host,
  expectedErrors,
}) => {
  expectedErrors.push(/clerk\.accounts\.dev/, /Failed to load Clerk/)
  host.isDown = true
  await page.goto('/sign-in')
  // At once: the script's failure is known before any timeout ends.
  await expect(page.getByText('Il modulo non si carica')).toBeVisible()
  await expectAccessible(page, 'without the script')

  host.isDown = false
  await page.getByRole('button', { name: 'Riprova' }).click()

  await expect(form(page, 'sign-in')).toBeVisible()
})

test('a session that the server refuses shows an error and causes no redirect loop', async ({
  page,
  clerk,
  host,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*401/)
  host.userId = newPerson(clerk).id
  host.claims = { azp: 'https://elsewhere.example' }

  await page.goto('/dashboard')
  await expect(page.getByText('Il server non riconosce questo accesso')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByRole('button', { name: 'Esci' }).click()

  await expect(form(page, 'sign-in')).toBeVisible()
})

test('the password pages lead to Clerk’s sign-in', async ({ page }) => {
  for (const path of ['/forgot-password', '/reset-password?token=x']) {
    await page.goto(path)
    await expect(heading(page, 'Accedi a Incasso')).toBeVisible()
  }
})
