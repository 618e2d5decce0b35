import type { Page } from '@playwright/test'
import { type Ids, newAccount, refundPart, signUp, takePayment } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, visit } from './support/screens.ts'

type Screen = { path: string; ready: string }

const signedOutScreens: Screen[] = [
  { path: '/', ready: 'Il tuo gateway per i pagamenti digitali' },
  { path: '/sign-in', ready: 'Accedi a Incasso' },
  { path: '/sign-up', ready: 'Registrati su Incasso' },
  { path: '/forgot-password', ready: 'Password dimenticata?' },
  { path: '/reset-password?token=any', ready: 'Scegli una nuova password' },
  { path: '/join', ready: 'Nessun invito' },
]

const signedInScreens: Screen[] = [
  { path: '/dashboard', ready: 'Recent Transactions' },
  { path: '/payments', ready: 'Test amounts' },
  { path: '/links', ready: 'No payment links yet' },
  { path: '/transactions', ready: 'Grace Hopper' },
  { path: '/refunds', ready: 'Grace Hopper' },
  { path: '/customers', ready: 'Grace Hopper' },
  { path: '/analytics', ready: 'Best part of the week' },
  { path: '/integration', ready: 'Recent Webhook Events' },
  { path: '/integration?tab=keys', ready: 'No API keys yet' },
  { path: '/integration?tab=events', ready: 'Verify a signature' },
  { path: '/integration?tab=requests', ready: 'No requests yet' },
  { path: '/openai-test', ready: 'AI features' },
  { path: '/profile', ready: 'Where you are signed in' },
  { path: '/settings', ready: 'Business profile' },
  { path: '/settings?tab=team', ready: 'Open invitations' },
  { path: '/audit-log', ready: 'Newest first' },
  { path: '/no-such-page', ready: '404 Page Not Found' },
]

/** Screens per test. With more, a test would take minutes on a slow machine. */
const CONCURRENT_PAGES = 4
const parts = Array.from(
  { length: Math.ceil(signedInScreens.length / CONCURRENT_PAGES) },
  (_, part) => signedInScreens.slice(part * CONCURRENT_PAGES, (part + 1) * CONCURRENT_PAGES),
)

const customer = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const guides: Screen[] = [
  { path: '/clerk-quick-setup', ready: 'Lista di controllo' },
  { path: '/clerk-visual-guide', ready: 'Chi fa che cosa' },
  { path: '/openai-environment-config', ready: 'Le variabili' },
  { path: '/environment-management', ready: 'In uso' },
  { path: '/clerk-production', ready: 'Prima di iniziare' },
  { path: '/clerk-migration', ready: 'Che cosa cambia tra le istanze' },
  { path: '/environment-status', ready: 'Details' },
  { path: '/docs', ready: 'Platform targets' },
  // Last, because the test goes on from this page and walks through its steps.
  { path: '/clerk-setup-guide', ready: 'I sei passi' },
]

async function expectAccessiblePage(page: Page, { path, ready }: Screen) {
  await test.step(path, async () => {
    await visit(page, path)
    await expect(page.getByText(ready).first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
  })
}

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    const viewport = { width, height: 800 }
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

    // Each test visits many screens.
    test.slow()

    test('axe finds no violations on the screens of a visitor', async ({ page }) => {
      for (const screen of signedOutScreens) {
        await page.setViewportSize(viewport)
        await expectAccessiblePage(page, screen)
      }
    })

    test('axe finds no violations in onboarding', async ({ page }) => {
      await signUp(page, newAccount())
      await expectAccessiblePage(page, { path: '/onboarding', ready: 'Benvenuto, Ada!' })
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: 'Continua' }).click()
      await expect(page.getByLabel('Nome Attività')).toBeVisible()
      await expectAccessible(page)
    })

    test('axe finds no violations on the setup guides', async ({ page }) => {
      await signUp(page, newAccount())
      for (const screen of guides) {
        await page.setViewportSize(viewport)
        await expectAccessiblePage(page, screen)
      }
      const steps = page.getByRole('region', { name: 'I sei passi' }).getByRole('listitem')
      for (const step of await steps.all()) await step.getByRole('button').click()
      await expect(page.getByRole('region', { name: 'Configurazione completata' })).toBeVisible()
      await expectAccessible(page, 'with every step completed')
    })

    for (const [part, screens] of parts.entries()) {
      test(`axe finds no violations on the screens of a merchant, part ${part + 1}`, async ({
        page,
        account,
      }) => {
        expect(account.email).toBeTruthy()
        const paid = await takePayment(page, { amount: '1234.56', ...customer })
        const { id } = (await paid.json()) as { id: string }
        await refundPart(page, id, '20.00')
        for (const screen of screens) {
          await page.setViewportSize(viewport)
          await expectAccessiblePage(page, screen)
        }
      })
    }

    test('axe finds no violations on a payment, a refunded one and a customer', async ({
      page,
      account,
    }) => {
      expect(account.email).toBeTruthy()
      const paid = await takePayment(page, { amount: '1234.56', ...customer })
      const { id, transactionId: reference } = (await paid.json()) as Ids & { id: string }
      await refundPart(page, id, '20.00')
      await takePayment(page, { amount: '10.01', ...customer })
      const pending = await takePayment(page, {
        amount: '99999999.00',
        paymentMethod: 'bank',
        ...customer,
      })
      const { transactionId, customerId } = (await pending.json()) as Record<string, string>

      for (const screen of [
        // The list with the sums of all three payments, one of them with more digits than fit.
        { path: '/transactions', ready: 'Grace Hopper' },
        { path: `/transactions/${transactionId}`, ready: 'Timeline' },
        { path: `/transactions/${reference}`, ready: 'Refund of $20.00' },
        { path: `/customers/${customerId}`, ready: 'Latest payments' },
      ]) {
        await page.setViewportSize(viewport)
        await expectAccessiblePage(page, screen)
      }
    })
  })
}
