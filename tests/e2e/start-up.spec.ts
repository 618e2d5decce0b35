import type { Page } from '@playwright/test'
import { newAccount, onboard, signUp } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'

test.use({ hasShellDelay: true })

/** Stops the page's clock. Afterwards only `runFor` moves it. */
async function stopClock(page: Page) {
  const start = new Date('2026-11-21T09:00:00Z')
  await page.clock.install({ time: start })
  await page.clock.pauseAt(new Date(start.getTime() + 60_000))
}

/** Runs short timers, such as the timers that batch requests, until `done` succeeds. */
const tickUntil = (page: Page, done: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(10)
    await done()
  }).toPass({ intervals: [20], timeout: 60_000 })

const shellOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

/** Returns the URL of the same server under the host name that serves the development app. */
const developmentApp = (url: string) => url.replace('127.0.0.1', 'localhost')

test.describe('the full app', () => {
  test('shows its shell a second after loading, with session and data loaded by then', async ({
    page,
    account: _,
  }) => {
    await stopClock(page)
    const figures = page.waitForResponse(/transactions\.rows/)
    await page.goto('/transactions')
    await page.clock.runFor(500)
    await figures
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await page.clock.runFor(499)
    await expect(shellOf(page)).toHaveCount(0)
    const requestUrls: string[] = []
    page.on('request', (request) => requestUrls.push(request.url()))

    await page.clock.runFor(1)

    await tickUntil(page, () =>
      expect(page.getByText('No transactions found')).toBeVisible({ timeout: 50 }),
    )
    await expect(shellOf(page)).toBeVisible()
    expect(
      requestUrls.filter((url) =>
        /identity\.current|merchant\.current|transactions\.rows/.test(url),
      ),
    ).toEqual([])
  })

  for (const [path, text] of [
    ['/sign-in', 'Accedi a Incasso'],
    ['/sign-up', 'Registrati su Incasso'],
  ] as const) {
    test(`starts ${path} at once`, async ({ page }) => {
      await stopClock(page)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: text })).toBeVisible()
    })
  }

  test('starts the dashboard at once', async ({ page, account: _ }) => {
    await stopClock(page)
    await page.goto('/dashboard')
    let ran = 0
    await tickUntil(page, async () => {
      ran += 10
      await expect(shellOf(page)).toBeVisible({ timeout: 50 })
    })
    expect(ran).toBeLessThan(1000)
  })

  for (const path of ['/', '/no-such-page']) {
    test(`shows a landing card to visitors of ${path}`, async ({ page, expectedErrors }) => {
      // The dashboard's data is requested, and refused, before the guard redirects.
      expectedErrors.push(/Failed to load resource.*401.*dashboard\.stats/)
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main.getByText('Il tuo gateway per i pagamenti digitali')).toBeVisible()
      await expect(main.getByRole('link', { name: 'Guida visuale' })).toHaveAttribute(
        'href',
        '/clerk-visual-guide',
      )
      await expect(page.getByText('Non autenticato')).toBeVisible()

      const registerLink = main.getByRole('link', { name: 'Registrati' })
      expect(await registerLink.getAttribute('href')).toBe('/sign-up')
      await main.getByRole('link', { name: 'Entra nella dashboard' }).click()
      await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fdashboard$/)
    })
  }

  test('leads visitors of a protected page to sign-in, and logs the reason on the console', async ({
    page,
  }) => {
    const redirectMessage = page.waitForEvent('console', (message) =>
      message.text().includes('Not authenticated, redirecting to sign-in'),
    )
    await page.goto('/payments')
    await redirectMessage
    await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fpayments$/)
  })

  test('lets a visitor sign in from the header, without leaving the page', async ({ page }) => {
    const account = newAccount()
    await signUp(page, account)
    await onboard(page, account)
    await page.context().clearCookies()
    await page.goto('/')
    await page.getByRole('button', { name: 'Accedi' }).click()

    const dialog = page.getByRole('dialog', { name: 'Accedi a Incasso' })
    await dialog.getByLabel('Email').fill(account.email)
    await dialog.getByLabel('Password', { exact: true }).fill(account.password)
    await dialog.getByRole('button', { name: 'Accedi' }).click()

    await expect(page.getByText('Ciao, Ada')).toBeVisible()
    await expect(page.getByText('Autenticato', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Key figures' })).toBeVisible()
  })

  test('shows 404 to a signed-in person', async ({ page, account: _ }) => {
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  })
})

test.describe('the development app', () => {
  test.use({
    baseURL: async ({ server }, use) => {
      await use(developmentApp(server.url))
    },
  })

  test('starts at once, and lists its pages without a guard', async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource.*401/)
    await stopClock(page)
    for (const [path, title, text] of [
      ['/', 'Dashboard', 'Sign in to see your takings, payments and customers.'],
      ['/payments', 'Process Payment', 'Sign in to take a payment.'],
      ['/transactions', 'Transaction History', 'Sign in to see your transactions.'],
      ['/transactions/TXN-0000000000', 'Transaction History', 'Sign in to see your transactions.'],
      ['/customers', 'Customer Management', 'Sign in to see your customers.'],
      ['/customers/cus_0', 'Customer Management', 'Sign in to see your customers.'],
      ['/analytics', 'Analytics & Reports', 'Sign in to see your analytics.'],
      ['/integration', 'API Integration', 'Sign in to see your API keys, webhooks and calls.'],
      ['/settings', 'Settings', 'Sign in to see your settings.'],
      ['/audit-log', 'Audit Log', 'Sign in to see who changed what.'],
      ['/openai-test', 'Test OpenAI', 'Sign in to see whether the model answers'],
      ['/clerk-production', 'Clerk', 'Sign in to see the guide to Clerk in production.'],
      ['/clerk-migration', 'Clerk', 'Sign in to see what the move to Clerk still needs.'],
    ] as const) {
      await page.goto(path)
      await tickUntil(page, () => expect(page.getByText(text).first()).toBeVisible({ timeout: 50 }))
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText('Non autenticato')).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.getByRole('button', { name: 'Accedi' })).toBeVisible()
      await expect(main).not.toContainText(/\$0\.00|in your account|No \w+ found/)
      await expect(main.getByRole('textbox')).toHaveCount(0)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    }
  })

  test('does not redirect visitors of the onboarding', async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource.*401/)
    await page.goto('/onboarding')
    const main = page.getByRole('main')
    await expect(main.getByRole('button', { name: 'Accedi' })).toBeVisible()
    await expect(main.getByText('Accedi per configurare il tuo account merchant.')).toBeVisible()
    await expect(page).toHaveURL(/\/onboarding$/)
  })

  test('still requires a session at its API', async ({ page, expectedErrors }) => {
    expectedErrors.push(/401/)
    const response = await page.request.get('/api/transactions')
    expect(response.status()).toBe(401)
  })

  test('maps four URLs to the environment-management page', async ({ page }) => {
    await page.goto('/environment-management')
    const name = await page.getByRole('heading', { level: 1 }).innerText()
    for (const path of [
      '/openai-environment-config',
      '/clerk-quick-setup',
      '/clerk-visual-guide',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.getByRole('banner').getByText('Incasso')).toBeVisible()
    }
  })

  test('shows Page Not Found for unknown paths', async ({ page }) => {
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
  })

  test('shows a person without a merchant a banner to the onboarding', async ({
    page,
    expectedErrors,
  }) => {
    // The server refuses a merchant's data to people without a merchant.
    expectedErrors.push(/Failed to load resource.*403/)
    await signUp(page, newAccount())
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Complete the onboarding' }).click()
    await expect(page).toHaveURL(/\/onboarding$/)
  })
})

test('no page violates the content security policy', async ({ page, account: _ }) => {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) => {
      void (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${violatedDirective} in ${sourceFile}`,
      )
    })
  })
  for (const path of ['/dashboard', '/payments', '/analytics', '/sign-in']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  expect(violations).toEqual([])
})

test('a spinner shows until the page renders', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await expect(page.locator('.boot')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Accedi a Incasso' })).toBeVisible()
  await expect(page.locator('.boot')).toHaveCount(0)
})
