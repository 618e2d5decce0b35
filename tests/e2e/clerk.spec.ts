import type { Page } from '@playwright/test'
import { newAccount, onboard, takeOnePayment } from './support/account.ts'
import { expect, newPerson, signInAtClerk, test } from './support/clerk.ts'

test.use({ hasShellDelay: true })

/** Console messages of Clerk's React library when its script does not load. */
const SCRIPT_ERRORS = [/clerk\.accounts\.dev/, /Failed to load Clerk/]
const SIGNED_OUT_ERROR = /Failed to load resource.*401.*trpc/

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Onboards outside the page, as another window would, so that the page's cookie stays as the test set it. */
async function onboardNewMerchant(page: Page) {
  await onboard(page, newAccount())
}

test.describe('a signed-in person can work while Clerk’s script does not load', () => {
  test.beforeEach(({ host, expectedErrors }) => {
    host.isDown = true
    expectedErrors.push(...SCRIPT_ERRORS)
  })

  test('the guard, onboarding, dashboard and a payment work', async ({
    page,
    clerk,
    setCookie,
  }) => {
    const ada = newPerson(clerk)
    await setCookie(ada.id)

    await page.goto('/transactions')
    await expect(page).toHaveURL(/\/onboarding$/)
    await onboardNewMerchant(page)
    await page.goto('/dashboard')
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(page.getByText('Ciao, Ada')).toBeVisible()
    await page.goto('/payments')
    await page.getByLabel('Amount').fill('12.34')
    await page.getByLabel('Customer Name').fill('Grace Hopper')
    await page.getByLabel('Customer Email').fill('grace@example.com')
    await page.getByLabel('Card Number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expiry').fill('12/40')
    await page.getByLabel('CVC').fill('123')
    await page.getByRole('button', { name: 'Process Payment' }).click()

    await expect(page.getByText('Payment Successful')).toBeVisible()
  })

  test('the product’s own menu replaces Clerk’s and shows that signing out failed', async ({
    page,
    clerk,
    setCookie,
  }) => {
    await setCookie(newPerson(clerk).id)
    await page.goto('/onboarding')
    await expect(page.getByRole('heading', { name: 'Benvenuto, Ada!' })).toBeVisible()

    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()

    await expect(page.getByText('You are still signed in')).toBeVisible()
    await expect(page).toHaveURL(/\/onboarding$/)
  })

  test('the profile shows what is missing and offers a retry', async ({
    page,
    clerk,
    host,
    setCookie,
  }) => {
    await page.clock.install()
    const ada = newPerson(clerk)
    await setCookie(ada.id)
    await page.goto('/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    await page.clock.runFor(40_000)
    await expect(page.getByText('Clerk does not respond.')).toBeVisible()

    host.isDown = false
    host.userId = ada.id
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.clock.runFor(2000)

    await expect(page.getByRole('heading', { name: 'Clerk profile' })).toBeVisible()
  })
})

test.describe('visitors do not wait while Clerk’s script cannot be fetched', () => {
  // Longer than the 15 s after which Clerk's library gives up.
  const longTimeout = { timeout: 60_000 }

  test.beforeEach(({ host, expectedErrors }) => {
    host.isDown = true
    expectedErrors.push(...SCRIPT_ERRORS, SIGNED_OUT_ERROR)
  })

  for (const path of ['/', '/no-such-page']) {
    test(`${path} shows the landing card`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'Entra nella dashboard' })).toBeVisible(
        longTimeout,
      )
    })
  }

  for (const path of ['/docs', '/payments']) {
    test(`${path} leads to the sign-in page`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(
        new RegExp(`/sign-in\\?redirect=%2F${path.slice(1)}$`),
        longTimeout,
      )
    })
  }
})

test('an expired session leads to the sign-in page and back', async ({
  page,
  clerk,
  setCookie,
}) => {
  const ada = newPerson(clerk)
  await setCookie(ada.id)
  await onboardNewMerchant(page)
  await setCookie(ada.id, { iat: 1, nbf: 1, exp: 60 })

  await page.goto('/customers?search=grace')
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fcustomers%3Fsearch%3Dgrace$/)
  await signInAtClerk(page, ada)

  await expect(page).toHaveURL(/\/customers\?search=grace$/)
  await expect(heading(page, 'Customer Management')).toBeVisible()
})

test('an expired cookie does not sign out a person whom Clerk still knows', async ({
  page,
  clerk,
  host,
  setCookie,
}) => {
  const ada = newPerson(clerk)
  await setCookie(ada.id)
  await onboardNewMerchant(page)
  await setCookie(ada.id, { iat: 1, nbf: 1, exp: 60 })
  host.userId = ada.id
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))

  await page.goto('/customers')

  await expect(page.getByText('Ciao, Ada')).toBeVisible()
  expect(new Set(visited)).toEqual(new Set(['/customers']))
})

test('calls carry the token once Clerk’s script runs', async ({ page, clerk, host, setCookie }) => {
  const ada = newPerson(clerk)
  await setCookie(ada.id)
  await onboardNewMerchant(page)
  host.userId = ada.id
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Apri menu utente' })).toBeVisible()
  const customersRequest = page.waitForRequest(/\/trpc\/.*customers\.list/)

  await page.getByRole('link', { name: 'Customers', exact: true }).click()

  const authorization = (await customersRequest).headers().authorization ?? ''
  const [, claims = ''] = authorization.replace(/^Bearer /, '').split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: ada.id })
})

test.describe('signing out', () => {
  test.beforeEach(async ({ page, clerk, host, setCookie, expectedErrors }) => {
    expectedErrors.push(SIGNED_OUT_ERROR)
    const ada = newPerson(clerk)
    await setCookie(ada.id)
    await onboardNewMerchant(page)
    await takeOnePayment(page)
    host.userId = ada.id
    await page.goto('/transactions')
    await expect(page.getByText('Grace Hopper').first()).toBeVisible()
    await page.getByRole('button', { name: 'Apri menu utente' }).click()
  })

  test('signing out with Clerk’s button closes the pages', async ({ page, host }) => {
    await page.getByRole('button', { name: 'Esci' }).click()

    await expect(heading(page, 'Accedi a Incasso')).toBeVisible()
    expect(host.userId).toBeNull()
    await page.goto('/transactions')
    await expect(page).toHaveURL(/\/sign-in\?redirect=%2Ftransactions$/)
  })

  test('the colour scheme is chosen next to Clerk’s button', async ({ page }) => {
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()

    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  test('Clerk’s button opens the profile', async ({ page }) => {
    await page.getByRole('button', { name: 'Gestisci account' }).click()

    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByRole('heading', { name: 'Clerk profile' })).toBeVisible()
  })

  test('signing out elsewhere closes this page too', async ({ page }) => {
    await page.evaluate(() => Reflect.get(window, 'Clerk').take({ userId: null }))

    await expect(heading(page, 'Accedi a Incasso')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Grace Hopper')).toHaveCount(0)
  })
})

test.describe('an action that needs a recent sign-in', () => {
  test.beforeEach(async ({ page, clerk, host, setCookie, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource.*403.*customers\.erase/)
    const ada = newPerson(clerk)
    await setCookie(ada.id)
    await onboardNewMerchant(page)
    const { customerId } = await takeOnePayment(page)
    host.userId = ada.id
    host.minutesSinceProof = 11
    await page.goto(`/customers/${customerId}`)
    await expect(page.getByRole('button', { name: 'Apri menu utente' })).toBeVisible()
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await page.getByRole('button', { name: 'Erase customer' }).click()
  })

  test('opens Clerk’s dialog and then continues', async ({ page }) => {
    const verification = page.getByRole('dialog', { name: 'Clerk verification' })
    await expect(verification).toContainText('first_factor')
    await verification.getByRole('button', { name: 'Conferma' }).click()

    await expect(page.getByText('Customer erased', { exact: true })).toBeVisible()
  })

  test('changes nothing when the person cancels', async ({ page }) => {
    const verification = page.getByRole('dialog', { name: 'Clerk verification' })
    await verification.getByRole('button', { name: 'Annulla' }).click()

    await expect(page.getByRole('button', { name: 'Erase customer' })).toBeEnabled()
    await page.reload()
    await expect(page.getByText('Grace Hopper').first()).toBeVisible()
  })
})
