import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { newAccount, signUp, takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

type Screen = { path: string; ready: string }

const signedOut: Screen[] = [
  { path: '/sign-in', ready: 'Accedi a Incasso' },
  { path: '/sign-up', ready: 'Registrati su Incasso' },
]

const signedIn: Screen[] = [
  { path: '/dashboard', ready: 'Recent Transactions' },
  { path: '/payments', ready: 'Test amounts' },
  { path: '/transactions', ready: 'Grace Hopper' },
  { path: '/customers', ready: 'Grace Hopper' },
  { path: '/analytics', ready: 'Best month' },
  { path: '/no-such-page', ready: '404 Page Not Found' },
]

async function expectAccessible(page: Page) {
  const { violations, passes } = await new AxeBuilder({ page }).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}\n${node.failureSummary}`),
  )
  expect(found, `axe on ${page.url()}`).toEqual([])
  // An empty page would pass as well.
  expect(passes.length).toBeGreaterThan(10)
}

async function expectGood(page: Page, { path, ready }: Screen) {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByText(ready).first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme} at ${width} px`, () => {
      const viewport = { width, height: 800 }
      test.use({ colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } })

      test('axe finds nothing on the screens of a visitor', async ({ page }) => {
        for (const screen of signedOut) {
          await page.setViewportSize(viewport)
          await expectGood(page, screen)
        }
      })

      test('axe finds nothing in onboarding', async ({ page }) => {
        await signUp(page, newAccount())
        await expectGood(page, { path: '/onboarding', ready: 'Benvenuto, Ada!' })
        await page.setViewportSize(viewport)
        await page.getByRole('button', { name: 'Continua' }).click()
        await expect(page.getByLabel('Nome Attività')).toBeVisible()
        await expectAccessible(page)
      })

      test('axe finds nothing on the screens of a merchant', async ({ page, account }) => {
        expect(account.email).toBeTruthy()
        const customer = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
        await takePayment(page, { amount: '1234.56', ...customer })
        await takePayment(page, { amount: '10.01', ...customer })
        const pending = await takePayment(page, {
          amount: '99999999.00',
          paymentMethod: 'bank',
          ...customer,
        })
        const { transactionId, customerId } = (await pending.json()) as Record<string, string>

        const detail = { path: `/transactions/${transactionId}`, ready: 'Timeline' }
        const person = { path: `/customers/${customerId}`, ready: 'Latest payments' }
        for (const screen of [...signedIn, detail, person]) {
          await page.setViewportSize(viewport)
          await expectGood(page, screen)
        }
      })
    })
  }
}
