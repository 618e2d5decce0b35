import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { newAccount, onboard, refundPart, signUp, takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'

const folder = process.env.SCREENSHOTS_FOLDER ?? ''

const CUSTOMERS = [
  'Grace Hopper',
  'Alan Turing',
  'Ada Lovelace',
  'Edsger Dijkstra',
  'Barbara Liskov',
]
const PAYMENTS = [
  ['120.00', 'card'],
  ['48.50', 'paypal'],
  ['1250.00', 'bank'],
  ['19.99', 'card'],
  ['75.01', 'card'],
  ['310.40', 'card'],
  ['89.90', 'paypal'],
  ['15.00', 'card'],
  ['640.02', 'card'],
  ['230.00', 'bank'],
  ['54.30', 'card'],
  ['99.00', 'paypal'],
] as const

async function takePayments(page: Page) {
  for (const [index, [amount, paymentMethod]] of PAYMENTS.entries()) {
    const customerName = CUSTOMERS[index % CUSTOMERS.length] ?? ''
    const customerEmail = `${customerName.toLowerCase().replace(' ', '.')}@example.com`
    await takePayment(page, { amount, paymentMethod, customerName, customerEmail })
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme} at ${width} px`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
      })

      // The test visits all screens.
      test.setTimeout(300_000)

      test('every screen', async ({ page }) => {
        const takeScreenshot = async (
          name: string,
          path: string,
          ready: string,
          chartSelector?: string,
        ) => {
          await page.goto(path)
          await expect(page.getByText(ready).first()).toBeVisible()
          // A chart measures its size first, and is drawn a moment after the texts are there.
          if (chartSelector) await expect(page.locator(chartSelector).first()).toBeVisible()
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
          const file = join(folder, `${name}-${colorScheme}-${width}.png`)
          await page.screenshot({ path: file, fullPage: true })
        }
        await takeScreenshot('landing', '/', 'Incasso')
        await takeScreenshot('sign-in', '/sign-in', 'Accedi a Incasso')
        await takeScreenshot('sign-up', '/sign-up', 'Registrati su Incasso')
        await takeScreenshot('forgot-password', '/forgot-password', 'Password dimenticata?')
        await takeScreenshot(
          'reset-password',
          '/reset-password?token=any',
          'Scegli una nuova password',
        )
        const account = newAccount()
        account.businessName = 'Panificio Rossi'
        await signUp(page, account)
        await takeScreenshot('onboarding', '/onboarding', 'Benvenuto, Ada!')
        await onboard(page, account)
        await takeScreenshot('transactions-empty', '/transactions', 'No transactions found')
        await takePayments(page)
        await takeScreenshot('dashboard', '/dashboard', 'Grace Hopper', '[data-slice]')
        await takeScreenshot('payments', '/payments', 'Test amounts')
        await takeScreenshot('links-empty', '/links', 'No payment links yet')
        await page.request.post('/api/payment-links', {
          data: { title: 'Cooking class', amount: '45.00', currency: 'EUR' },
        })
        await takeScreenshot('links', '/links', 'Cooking class')
        await takeScreenshot('transactions', '/transactions', 'Grace Hopper')
        await takeScreenshot('refunds-empty', '/refunds', 'No refunds yet')
        const [paid] = (await (
          await page.request.get('/api/transactions?status=success')
        ).json()) as {
          id: string
          transactionId: string
        }[]
        for (const amount of ['2.00', '1.08', '1.10'])
          await refundPart(page, paid?.id ?? '', amount)
        await takeScreenshot('refunds', '/refunds', 'Goodwill')
        await takeScreenshot(
          'transaction-refunded',
          `/transactions/${paid?.transactionId}`,
          'Timeline',
        )
        const list = (await (await page.request.get('/api/transactions?status=failed')).json()) as {
          transactionId: string
        }[]
        await takeScreenshot('transaction', `/transactions/${list[0]?.transactionId}`, 'Timeline')
        await takeScreenshot('customers', '/customers', 'Grace Hopper')
        const [customer] = (await (await page.request.get('/api/customers')).json()) as {
          id: string
        }[]
        await takeScreenshot('customer', `/customers/${customer?.id}`, 'Latest payments')
        await takeScreenshot('analytics', '/analytics', 'Best part of the week')
        await takeScreenshot('integration', '/integration', 'Recent Webhook Events')
        await takeScreenshot('integration-keys', '/integration?tab=keys', 'No API keys yet')
        await takeScreenshot('integration-events', '/integration?tab=events', 'Verify a signature')
        await takeScreenshot('integration-requests', '/integration?tab=requests', 'No requests yet')
        await takeScreenshot('clerk-setup-guide', '/clerk-setup-guide', 'I sei passi')
        await takeScreenshot('clerk-quick-setup', '/clerk-quick-setup', 'Lista di controllo')
        await takeScreenshot('clerk-visual-guide', '/clerk-visual-guide', 'Chi fa che cosa')
        await takeScreenshot('openai-config', '/openai-environment-config', 'Le variabili')
        await takeScreenshot('environment-management', '/environment-management', 'In uso')
        await takeScreenshot('environment-status', '/environment-status', 'Details')
        await takeScreenshot('openai-test', '/openai-test', 'AI features')
        await takeScreenshot('clerk-production', '/clerk-production', 'Prima di iniziare')
        await takeScreenshot(
          'clerk-migration',
          '/clerk-migration',
          'Che cosa cambia tra le istanze',
        )
        await takeScreenshot('docs', '/docs', 'Platform targets')
        await takeScreenshot('profile', '/profile', 'Where you are signed in')
        await takeScreenshot('settings', '/settings', 'Business profile')
        await takeScreenshot('team', '/settings?tab=team', 'Open invitations')
        await takeScreenshot('audit-log', '/audit-log', 'Newest first')
        await takeScreenshot('join', '/join', 'Nessun invito')
        await takeScreenshot('not-found', '/no-such-page', '404 Page Not Found')
      })
    })
  }
}

// The screenshots of README.md, taken from the demo at double resolution, which most screens have today.
const readme = [
  { name: 'dashboard-light', colorScheme: 'light', path: '/dashboard', width: 1440, height: 900 },
  {
    name: 'transactions-dark',
    colorScheme: 'dark',
    path: '/transactions?period=30d',
    width: 1440,
    height: 900,
  },
  { name: 'dashboard-phone', colorScheme: 'light', path: '/dashboard', width: 390, height: 844 },
] as const

test.describe('for the README', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the demo', async ({ browser, baseURL }) => {
    test.slow()
    const context = await browser.newContext({ baseURL })
    // The README is in English: without a choice the pages mix English and Italian.
    await context.addCookies([{ name: 'incasso-language', value: 'en', url: baseURL ?? '' }])
    const visitor = await context.newPage()
    await visitor.goto('/sign-in')
    await visitor.getByRole('button', { name: 'Try the demo' }).click()
    await expect(visitor.getByText('Total Revenue')).toBeVisible()
    // The fees of its payments are read after them.
    await expect(async () => {
      await visitor.reload()
      await expect(visitor.getByRole('button', { name: /^Net/ })).toBeVisible()
      await expect(visitor.getByText('Before the fee')).toHaveCount(0, { timeout: 1 })
    }).toPass()
    const search = { period: '30d', sort: '-createdAt', page: 1, limit: 10 }
    await visitor.request.post('/trpc/views.save', { data: { name: 'Last 30 days', search } })
    const storageState = await context.storageState()
    await context.close()

    for (const { name, path, colorScheme, width, height } of readme) {
      const view = await browser.newContext({
        baseURL,
        storageState,
        colorScheme,
        viewport: { width, height },
        deviceScaleFactor: 2,
        timezoneId: 'Europe/Rome',
      })
      const page = await view.newPage()
      await page.goto(path)
      await expect(page.getByText(/^[$€£]\d/).first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      if (path === '/dashboard') {
        await expect(page.locator('[data-slice]').first()).toBeAttached()
      }
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `readme-${name}.png`) })
      await view.close()
    }
  })
})
