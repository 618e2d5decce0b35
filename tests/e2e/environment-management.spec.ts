import { readFile } from 'node:fs/promises'
import { expect, test } from './support/fixtures.ts'
import { region } from './support/screens.ts'

const PATH = '/environment-management'

test('a button downloads the template of the chosen environment', async ({ page, account: _ }) => {
  await page.goto(PATH)
  const actions = region(page, 'Azioni rapide')
  const choice = actions.getByRole('combobox', { name: 'Ambiente da preparare' })
  await expect(choice).toHaveValue('development')
  await choice.selectOption({ label: 'Production' })
  const download = page.waitForEvent('download')
  await actions.getByRole('button', { name: 'Scarica il modello .env' }).click()

  const file = await download
  expect(file.suggestedFilename()).toBe('incasso-production.env')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('APP_ENV=production\n')
  expect(text).toContain('\nSECRET_KEY=\n')
})

test('the next steps link to their pages', async ({ page, account: _ }) => {
  await page.goto(PATH)
  const next = region(page, 'Prossimi passi')
  await next.getByRole('link', { name: 'Vai alle azioni rapide' }).click()
  await expect(region(page, 'Azioni rapide')).toBeInViewport()
  await next.getByRole('link', { name: 'Apri la guida a Clerk' }).click()
  await expect(page).toHaveURL(/\/clerk-setup-guide$/)
  await page.goBack()
  await next.getByRole('link', { name: 'Apri i pagamenti' }).click()
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
})

test.describe('the development app', () => {
  test.use({
    baseURL: async ({ server }, use) => {
      await use(server.url.replace('127.0.0.1', 'localhost'))
    },
  })

  for (const path of [
    PATH,
    '/openai-environment-config',
    '/clerk-quick-setup',
    '/clerk-visual-guide',
  ]) {
    test(`shows the page to visitors at ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'Gestione Ambienti' })).toBeVisible()
      await expect(page).toHaveTitle('Gestione Ambienti · Incasso')
      await expect(page.getByRole('banner').getByText('Incasso')).toBeVisible()
      await expect(region(page, 'Ambiente attuale')).toContainText('Development')
      await expect(page.getByText('In uso', { exact: true })).toHaveCount(1)
    })
  }

  test('keeps the full guide at its URL', async ({ page }) => {
    await page.goto('/clerk-setup-guide')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Guida alla configurazione di Clerk' }),
    ).toBeVisible()
  })
})
