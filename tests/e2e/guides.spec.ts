import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { region } from './support/screens.ts'

const STEPS = [
  'Crea l’applicazione in Clerk',
  'Attiva email con password e Google',
  'Copia le chiavi',
  'Scrivi le variabili nel file .env',
  'Avvia Incasso e controlla',
  'Passa a staging e produzione',
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const badge = (page: Page) => page.getByText(/^\d di 6 completati$/)

/** Opens a page through its link in the navigation. */
async function openBySidebar(page: Page, label: string) {
  await page.goto('/dashboard')
  const group = page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('group', { name: 'Sviluppo' })
  await group.getByRole('link', { name: label }).click()
}

test.describe('the setup guide', () => {
  test('pages through the steps without completing them, in 384 px at most', async ({
    page,
    account: _,
  }) => {
    await page.goto('/clerk-setup-guide')
    const guide = region(page, 'Istruzioni del passo')
    const nextButton = page.getByRole('button', { name: 'Passo successivo' })
    await expect(guide).toHaveCSS('max-height', '384px')
    for (const [index, name] of STEPS.entries()) {
      if (index > 0) await nextButton.click()
      await expect(guide.getByRole('heading', { name })).toBeVisible()
      const box = await guide.boundingBox()
      expect(box?.height).toBeLessThanOrEqual(384)
    }
    await expect(page.getByText('Passo 6 di 6')).toBeVisible()
    await expect(nextButton).toBeDisabled()
    await page.getByRole('button', { name: 'Passo precedente' }).click()
    await expect(guide.getByRole('heading', { name: STEPS[4] })).toBeVisible()
    await expect(badge(page)).toHaveText('0 di 6 completati')
  })
})

test('the visual guide has a picture for each part, and its table of contents links to them', async ({
  page,
  account: _,
}) => {
  await openBySidebar(page, 'Clerk Guide')
  await expect(heading(page, 'Guida visuale a Clerk')).toBeVisible()
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(6)
  await expect(page.getByRole('img', { name: /^Schema: il browser accede/ })).toBeVisible()

  const contents = page.getByRole('navigation', { name: 'Indice' })
  await contents.getByRole('link', { name: 'I record DNS' }).click()

  await expect(page).toHaveURL(/\/clerk-visual-guide#dns$/)
  await expect(page.getByRole('img', { name: /^Schema: dal dominio/ })).toBeInViewport()
})
