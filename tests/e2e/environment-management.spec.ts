import { readFile } from 'node:fs/promises'
import { refuseCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import { region, toast } from './support/screens.ts'

const PATH = '/environment-management'

test('marks the environment that the server runs in', async ({ page, account: _ }) => {
  await page.goto(PATH)
  await expect(region(page, 'Ambiente attuale')).toContainText('Development')
  await expect(region(page, 'Ambiente attuale')).toContainText('Accesso con email e password')
  const cards = region(page, 'I tre ambienti').getByRole('article')
  await expect(cards).toHaveCount(3)
  await expect(cards.getByText('In uso', { exact: true })).toHaveCount(1)
  const mine = page.getByRole('article', { name: 'Development' })
  await expect(mine.getByText('In uso', { exact: true })).toBeVisible()
  for (const name of ['Staging', 'Production']) {
    await expect(page.getByRole('article', { name })).toContainText('Non in uso qui')
  }
  await expect(page.getByRole('article', { name: 'Production' })).toContainText(
    'RATE_LIMITS=off e WEBHOOK_PRIVATE=all sono rifiutati',
  )
})

test('downloads the template of the environment that was chosen', async ({ page, account: _ }) => {
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

test('copies the start command', async ({ page, context, account: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Copia il comando di avvio' }).click()
  await expect(toast(page, 'Copiato!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start')
})

test('the next steps lead on', async ({ page, account: _ }) => {
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

test('without an answer it says so, and asks again', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const answerAgain = await refuseCall(page, 'environment.config', {
    code: 'unavailable',
    status: 503,
    detail: 'The database does not answer.',
    requestId: 'req_test',
  })
  await page.goto(PATH)
  const current = region(page, 'Ambiente attuale')
  await expect(current.getByRole('alert')).toContainText('Non è stato possibile leggere l’ambiente')
  await expect(page.getByText('In uso', { exact: true })).toHaveCount(0)

  await answerAgain()
  await current.getByRole('button', { name: 'Riprova' }).click()

  await expect(current).toContainText('Development')
  await expect(page.getByText('In uso', { exact: true })).toHaveCount(1)
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
    test(`shows it to visitors at ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 2, name: 'Gestione Ambienti' })).toBeVisible()
      await expect(page).toHaveTitle('Gestione Ambienti · Incasso')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incasso')
      await expect(region(page, 'Ambiente attuale')).toContainText('Development')
      await expect(page.getByText('In uso', { exact: true })).toHaveCount(1)
    })
  }

  test('keeps the full guide where it is', async ({ page }) => {
    await page.goto('/clerk-setup-guide')
    await expect(
      page.getByRole('heading', { level: 2, name: 'Guida alla configurazione di Clerk' }),
    ).toBeVisible()
  })
})
