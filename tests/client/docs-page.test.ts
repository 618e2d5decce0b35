import { newAccount, signUp } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { ORIGIN } from './support/network.ts'
import type { Page } from './support/page.ts'
import { region } from './support/screens.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('the user menu and the palette link to the documentation page', async ({
  page,
  account: _,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Docs' }).click()
  await expect(page).toHaveURL('/docs')
  await expect(page).toHaveTitle('Docs · Incasso')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Docs')

  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(
    page.getByRole('combobox', { name: 'Search payments, customers and pages' }),
  ).toBeFocused()
  await page.keyboard.type('docs')
  await expect(page.getByRole('option', { name: 'Docs', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/docs')
})

test('the page shows the steps, the services with their status, and the targets', async ({
  page,
  account: _,
}) => {
  await page.goto('/docs')
  await expect(
    page.getByRole('heading', { level: 2, name: 'Take payments and see how they went' }),
  ).toBeVisible()
  const steps = region(page, 'Get started in four steps').getByRole('listitem')
  await expect(steps).toHaveCount(4)
  // The merchant has completed the set-up, so the page has no link to it.
  await expect(page.getByRole('link', { name: 'Open the set-up' })).toHaveCount(0)

  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  const services = region(page, 'Services')
  await expect(services.getByRole('article')).toHaveCount(4)
  for (const status of ['Available', 'Coming Soon', 'Planned']) {
    await expect(services.getByText(status, { exact: true }).first()).toBeVisible()
  }
  const targets = region(page, 'Platform targets')
  for (const text of ['150+', '100+', '500+', '99.9%', 'countries', 'uptime']) {
    await expect(targets).toContainText(text)
  }
  await expect(targets).toContainText('not measurements of this server')
  await expect(region(page, 'Enterprise features').getByRole('listitem')).toHaveCount(7)
  await page.getByRole('link', { name: 'Take a test payment' }).click()
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
})

test('the Quick Start shows this server’s URL with a copy button', async ({ page, account: _ }) => {
  await page.goto('/docs')
  await page.getByRole('button', { name: 'Read the Quick Start' }).click()
  await expect(tab(page, 'Quick Start')).toHaveAttribute('aria-selected', 'true')
  const panel = region(page, 'Quick Start')
  await expect(panel.getByRole('group', { name: 'Base URL' })).toHaveText(ORIGIN)

  await panel.getByRole('button', { name: 'Copy Take a payment with curl' }).click()
  expect(await page.clipboard()).toContain(`curl -sS ${ORIGIN}/api/payments`)
  await panel.getByRole('button', { name: 'Copy Take a payment with TypeScript' }).click()
  expect(await page.clipboard()).toContain(`await fetch('${ORIGIN}/api/payments'`)
  await panel.getByRole('link', { name: 'Create a key under API Integration' }).click()
  await expect(page).toHaveURL(/\/integration/)
})

test('the page links to the reference and to the OpenAPI document, and both exist', async ({
  page,
  account: _,
}) => {
  await page.goto('/docs')
  await tab(page, 'API Reference').click()
  const panel = region(page, 'API Reference')
  const read = panel.getByRole('link', { name: 'Read and try the calls' })
  const document = panel.getByRole('link', { name: 'The OpenAPI 3.1 document' })
  await expect(read).toHaveAttribute('href', '/api/reference')
  await expect(document).toHaveAttribute('href', '/api/openapi.json')
  expect((await page.request.get('/api/reference')).ok()).toBe(true)
  const servedDocument = (await (await page.request.get('/api/openapi.json')).json()) as {
    openapi: string
  }
  expect(servedDocument.openapi).toMatch(/^3\.1/)

  await tab(page, 'SDKs').click()
  await expect(region(page, 'SDKs')).toContainText('The package for TypeScript is built')
})

test('the page opens before onboarding and links to it', async ({ page }) => {
  await signUp(page, newAccount())
  await page.goto('/docs')
  await page.getByRole('link', { name: 'Open the set-up' }).click()
  await expect(page).toHaveURL('/onboarding')
})
