import { newAccount, onboard, signUp } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

const STEPS = [
  'Crea l’applicazione in Clerk',
  'Attiva email con password e Google',
  'Copia le chiavi',
  'Scrivi le variabili nel file .env',
  'Avvia Incasso e controlla',
  'Passa a staging e produzione',
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const step = (page: Page, index: number) =>
  region(page, 'I sei passi').getByRole('button', { name: STEPS[index] })
const badge = (page: Page) => page.getByText(/^\d di 6 completati$/)
const progressBar = (page: Page) => page.getByRole('progressbar', { name: 'Passi completati' })

/** Opens a page from the dashboard by its link in the sidebar. */
async function openBySidebar(page: Page, label: string) {
  await page.goto('/dashboard')
  const group = page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('group', { name: 'Sviluppo' })
  await group.getByRole('link', { name: label }).click()
}

test.describe('the setup guide', () => {
  test('the guide counts the clicked steps and celebrates the sixth', async ({
    page,
    account: _,
  }) => {
    await page.goto('/clerk-setup-guide')
    await expect(heading(page, 'Guida alla configurazione di Clerk')).toBeVisible()
    await expect(page).toHaveTitle('Guida alla configurazione di Clerk · Incasso')
    await expect(page.getByRole('banner')).toContainText('Dashboard')
    await expect(badge(page)).toHaveText('0 di 6 completati')
    const badgeElement = badge(page).locator('xpath=ancestor-or-self::*[@data-variant][1]')

    for (const [index] of STEPS.entries()) {
      await expect(badgeElement).toHaveAttribute('data-variant', index >= 2 ? 'filled' : 'default')
      await expect(region(page, 'Configurazione completata')).toHaveCount(0)
      await step(page, index).click()
      await expect(badge(page)).toHaveText(`${index + 1} di 6 completati`)
      await expect(progressBar(page)).toHaveAttribute('aria-valuenow', /./)
    }

    await expect(progressBar(page)).toHaveAttribute('aria-valuenow', '100')
    await expect(region(page, 'Configurazione completata')).toBeVisible()
  })

  test('the progress only grows: a second click reopens the step, and Ricomincia resets it', async ({
    page,
    account: _,
  }) => {
    await page.goto('/clerk-setup-guide')
    const guide = region(page, 'Istruzioni del passo')
    await step(page, 2).click()
    await expect(guide.getByRole('heading', { name: STEPS[3] })).toBeVisible()
    await step(page, 2).click()
    await expect(guide.getByRole('heading', { name: STEPS[2] })).toBeVisible()
    await expect(badge(page)).toHaveText('1 di 6 completati')
    await expect(step(page, 2)).toContainText('completato')
    await expect(step(page, 0)).toContainText('da fare')

    await page.getByRole('button', { name: 'Ricomincia' }).click()

    await expect(badge(page)).toHaveText('0 di 6 completati')
    await expect(step(page, 0)).toBeFocused()
    await expect(page.getByRole('button', { name: 'Ricomincia' })).toHaveCount(0)
  })

  test('the guide keeps the progress of each person', async ({ page, account: _ }) => {
    await page.goto('/clerk-setup-guide')
    await step(page, 0).click()
    await step(page, 1).click()
    await page.reload()
    await expect(badge(page)).toHaveText('2 di 6 completati')

    await page.network.forgetCookies()
    const otherAccount = newAccount()
    await signUp(page, otherAccount)
    await onboard(page, otherAccount)
    await page.goto('/clerk-setup-guide')

    await expect(badge(page)).toHaveText('0 di 6 completati')
  })

  test('buttons show, hide and copy the sample keys', async ({ page, account: _ }) => {
    await page.goto('/clerk-setup-guide')
    const keys = region(page, 'Chiavi di esempio')
    const sample = keys.getByText(/^sk_test_ESEMPIO/)
    await expect(keys.getByText('CLERK_SECRET_KEY')).toBeVisible()
    await expect(sample).toHaveCount(0)
    await keys.getByRole('button', { name: 'Mostra CLERK_SECRET_KEY' }).click()
    const shown = await sample.innerText()
    await keys.getByRole('button', { name: 'Nascondi CLERK_SECRET_KEY' }).click()
    await expect(sample).toHaveCount(0)

    await keys.getByRole('button', { name: 'Copia CLERK_SECRET_KEY' }).click()

    await expect(toast(page, 'Copiato!')).toBeVisible()
    expect(await page.clipboard()).toBe(shown)
  })

  test('a message appears when the browser refuses to copy', async ({ page, account: _ }) => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    await page.goto('/clerk-setup-guide')
    await page.getByRole('button', { name: 'Copia CLERK_JWT_KEY' }).click()
    await expect(toast(page, 'Non copiato')).toBeVisible()
  })
})

test('the quick setup is a list whose ticks are kept', async ({ page, account: _ }) => {
  await openBySidebar(page, 'Setup Clerk')
  await expect(heading(page, 'Setup rapido di Clerk')).toBeVisible()
  await expect(page).toHaveURL(/\/clerk-quick-setup$/)
  await page.getByRole('checkbox', { name: 'Applicazione creata' }).check()
  await page.getByRole('checkbox', { name: 'Google attivo' }).check()
  await page.getByRole('checkbox', { name: 'Google attivo' }).uncheck()
  await page.reload()

  await expect(page.getByText('1 di 7 fatti')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Applicazione creata' })).toBeChecked()
  await page.getByRole('button', { name: 'Copia le righe del file .env' }).click()
  await expect(toast(page, 'Copiato!')).toBeVisible()
  expect(await page.clipboard()).toContain('CLERK_PUBLISHABLE_KEY=pk_test_…')
})

test('the page explains the AI settings and offers no control that does nothing', async ({
  page,
  account: _,
}) => {
  await openBySidebar(page, 'Config OpenAI')
  await expect(heading(page, 'Config OpenAI')).toBeVisible()
  const variables = region(page, 'Le variabili')
  for (const name of ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL']) {
    await expect(variables.getByRole('term').getByText(name, { exact: true })).toBeVisible()
  }
})

test('external links open in a new tab and announce it', async ({ page, account: _ }) => {
  for (const path of [
    '/clerk-setup-guide',
    '/clerk-quick-setup',
    '/clerk-visual-guide',
    '/openai-environment-config',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    const externalLinks = page.getByRole('main').locator('a[href^="https://"]')
    expect(await externalLinks.count()).toBeGreaterThan(1)
    const newTabLinks = page.getByRole('link', { name: /\(si apre in una nuova scheda\)$/ })
    for (const link of await externalLinks.all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener')
      expect(newTabLinks.elements()).toContain(link.one())
    }
  }
})

test('the guides open before the onboarding, and not for visitors', async ({ page }) => {
  await page.goto('/clerk-setup-guide')
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fclerk-setup-guide$/)
  await signUp(page, newAccount())
  for (const [path, name] of [
    ['/clerk-setup-guide', 'Guida alla configurazione di Clerk'],
    ['/clerk-quick-setup', 'Setup rapido di Clerk'],
    ['/clerk-visual-guide', 'Guida visuale a Clerk'],
    ['/openai-environment-config', 'Config OpenAI'],
    ['/environment-management', 'Gestione Ambienti'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, name)).toBeVisible()
    await expect(page).toHaveTitle(`${name} · Incasso`)
  }
})
