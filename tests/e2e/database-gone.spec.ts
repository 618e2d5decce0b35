import { startPostgres } from '../support/postgres-server.ts'
import { newAccount, onboard, signUp } from './support/account.ts'
import { expect, test, watch } from './support/fixtures.ts'
import { makeServer } from './support/server.ts'

test('the status page opens while the database is stopped, and shows it', async ({ browser }) => {
  test.slow()
  const postgres = await startPostgres()
  const server = await makeServer({
    settlementMs: 1500,
    environment: {
      DATABASE_URL: postgres.url,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  })
  await server.start()
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const pageErrors = watch(page)
  const account = newAccount()
  await signUp(page, account)
  await onboard(page, account)
  await page.goto('/environment-status')
  const database = page.getByRole('article', { name: 'Database' })
  // On a busy machine a check can reach its time limit, as it would without a database.
  await expect(async () => {
    await page.getByRole('button', { name: 'Run all checks' }).click()
    await expect(page.getByRole('button', { name: 'Run all checks' })).toBeEnabled()
    await expect(database).toContainText('Healthy', { timeout: 1000 })
  }).toPass()

  await postgres.stop()
  await page.reload()

  await expect(page.getByText('Your merchant account could not be loaded')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Environment status', level: 1 })).toBeVisible()
  await expect(database).toContainText('Error')
  await expect(database).toContainText('DATABASE_URL')
  await expect(page.getByText('Non autenticato')).toHaveCount(0)
  await expect(page.getByText(account.email)).toHaveCount(0)
  await page.getByRole('button', { name: 'Run all checks' }).click()
  await expect(database).toContainText('Error')

  // A page that needs data reports only that the data is missing.
  await page.goto('/transactions')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toHaveCount(0)

  // Visitors without a session see no status, with or without a database.
  await context.clearCookies()
  await page.goto('/environment-status')
  await expect(database).toHaveCount(0)
  expect(pageErrors.filter((text) => !/Failed to load resource.*50[03]|401/.test(text))).toEqual([])
  await context.close()
  await server.dispose()
})
