import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a URL with other letter case is not found, and gets no page’s title', async ({
  page,
  account: _,
}) => {
  for (const path of ['/Payments', '/PAYMENTS', '/Dashboard', '/customers/New/x', '/%50ayments']) {
    await page.goto(path)
    await expect(title(page, '404 Page Not Found'), path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
  }
})

const spellings = [
  ['/payments/', '/payments', 'Process Payment'],
  ['//payments', '/payments', 'Process Payment'],
  ['/payments//', '/payments', 'Process Payment'],
  ['/%70ayments?amount=1', '/payments?amount=1', 'Process Payment'],
  ['/api%2Dintegrations/', '/api-integrations', 'API Integration'],
  ['/transactions/?status=failed', '/transactions?status=failed', 'Transaction History'],
] as const

test('every other spelling of a URL leads to its page and its header', async ({
  page,
  server,
  account: _,
}) => {
  for (const [typed, canonical, name] of spellings) {
    // The full URL: a path that begins with two slashes would name another host.
    await page.goto(server.url + typed)
    await expect(title(page, name), typed).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => location.pathname + location.search))
      .toBe(canonical)
    await expect(page.getByRole('navigation').locator('[aria-current="page"]'), typed).toHaveCount(
      1,
    )
  }
})

test('the guard reads a URL as the router does', async ({ page, server }) => {
  await page.goto(`${server.url}//customers/`)
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fcustomers$/)
  await page.goto('/Sign-In')
  await expect(page.getByRole('heading', { name: 'Accedi a Incasso' })).toHaveCount(0)
  await page.goto('/sign-in/')
  await expect(page.getByRole('heading', { name: 'Accedi a Incasso' })).toBeVisible()
})
