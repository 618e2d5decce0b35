import type { Page } from '@playwright/test'
import { newAccount, signUp } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

test.use({ hasShellDelay: true })

const nextButton = (page: Page) => page.getByRole('button', { name: 'Continua' })
const backButton = (page: Page) => page.getByRole('button', { name: 'Indietro' })
const completeButton = (page: Page) => page.getByRole('button', { name: 'Completa Configurazione' })
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

async function acceptTerms(page: Page) {
  await page.getByLabel('Accetto i termini e condizioni').check()
  await page.getByLabel('Accetto la privacy policy').check()
}

async function open(page: Page) {
  await signUp(page, newAccount())
  await page.goto('/onboarding')
  await expect(step(page, 'Benvenuto, Ada!')).toBeVisible()
}

async function fillBusiness(page: Page) {
  await page.getByLabel('Nome Attività').fill('Panificio Rossi')
  await page.getByLabel('Tipo di Attività').selectOption({ label: 'Negozio al dettaglio' })
  await page.getByLabel('Telefono').fill('+39 06 1234 5678')
}

async function goToReview(page: Page) {
  await open(page)
  await nextButton(page).click()
  await fillBusiness(page)
  await nextButton(page).click()
  await nextButton(page).click()
  await expect(step(page, 'Verifica e Conferma')).toBeVisible()
}

test('the wizard works with the keyboard alone', async ({ page }) => {
  await open(page)
  await nextButton(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Panificio Rossi')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('+39 06 1234 5678')
  await nextButton(page).focus()
  await page.keyboard.press('Enter')
  await nextButton(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  // Skips the link to the text that the first box accepts.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await completeButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

for (const [locale, timezoneId, name, code] of [
  ['it-IT', 'Europe/Rome', 'Euro (EUR)', 'EUR'],
  ['en-US', 'America/New_York', 'Dollaro statunitense (USD)', 'USD'],
  ['en-GB', 'Europe/London', 'Sterlina britannica (GBP)', 'GBP'],
] as const) {
  test.describe(`in a browser of ${timezoneId}`, () => {
    test.use({ locale, timezoneId })

    test(`the wizard proposes ${code}, and payments start with it`, async ({ page }) => {
      await goToReview(page)
      await expect(page.getByRole('main').getByText(name)).toBeVisible()
      await backButton(page).click()
      await expect(page.getByLabel('Valuta')).toHaveValue(code)
      await nextButton(page).click()
      await acceptTerms(page)
      await completeButton(page).click()
      await page.getByRole('link', { name: 'Elabora un pagamento' }).click()
      await expect(page.getByLabel('Currency')).toHaveValue(code)
    })
  })
}

test('a long e-mail address does not widen the review on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const account = newAccount()
  await signUp(page, {
    ...account,
    email: `massimiliano.alessandro.dellavalle.${account.email}`,
  })
  await page.goto('/onboarding')
  await nextButton(page).click()
  await fillBusiness(page)
  await nextButton(page).click()
  await nextButton(page).click()
  await expect(page.getByText('massimiliano.alessandro')).toBeVisible()
  await expectNoSidewaysScroll(page)
})
