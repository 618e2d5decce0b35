import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, region } from './support/screens.ts'

const PATH = '/environment-status'
const NAMES = ['Database', 'OpenAI', 'Clerk', 'Webhooks']

const card = (page: Page, name: string) => page.getByRole('article', { name })
const runAllButton = (page: Page) => page.getByRole('button', { name: 'Run all checks' })

/** Answers the call as an older server might. */
const respondWith = (page: Page, json: object) =>
  page.route(/\/trpc\/environment\.status(?:\?|$)/, (route) =>
    route.fulfill({ json: { result: { data: json } } }),
  )

test('the page is the last entry of the navigation and shows the results', async ({
  page,
  account: _,
}) => {
  await page.goto('/dashboard')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Environment', exact: true }).click()

  await expect(page).toHaveURL(PATH)
  await expect(page).toHaveTitle('Environment status · Incasso')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Environment status')
  await expect(page.getByRole('banner').getByText('Dashboard')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(NAMES.length)
  await expect(card(page, 'Database')).toContainText('Healthy')
  await expect(card(page, 'Database')).toContainText('schema is up to date')
  await expect(card(page, 'Database')).toContainText(/SQLite 3\./)
  await expect(card(page, 'OpenAI')).toContainText('Warning')
  await expect(card(page, 'OpenAI')).toContainText('Not configured')
  await expect(card(page, 'OpenAI')).toContainText('What to do')
  await expect(card(page, 'OpenAI').getByText('OPENAI_API_KEY', { exact: true })).toBeVisible()
  await expect(card(page, 'Clerk')).toContainText('Not in use')
  await expect(card(page, 'Clerk')).toContainText('this server signs people in itself')
  await expect(card(page, 'Webhooks')).toContainText('No endpoint is set')
  const details = region(page, 'Details')
  await expect(details).toContainText('development')
  await expect(details).toContainText('0.1.0')
  await expect(details.locator('time')).toBeVisible()
})

test('visitors of the development app see an unknown status', async ({ page, server }) => {
  await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}${PATH}`)
  await expect(page.getByRole('banner').getByText('Incasso')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Environment status')
  await expect(page.getByText('Sign in to run the checks.')).toBeVisible()
  for (const name of NAMES) await expect(card(page, name)).toContainText('Status non disponibile')
  await expect(runAllButton(page)).toHaveCount(0)
})

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
    })

    test('axe finds no violations for any result of the checks', async ({ page, account: _ }) => {
      await page.goto(PATH)
      await expect(card(page, 'Database')).toContainText('Healthy')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const finding = { message: 'It cannot be reached.', details: [], fix: 'Set `X`.' }
      await respondWith(page, {
        database: { status: 'error', ...finding },
        openai: { status: 'warning', ...finding },
      })
      await runAllButton(page).click()
      await expect(card(page, 'Database')).toContainText('Error')
      await expectAccessible(page, 'with an error, a warning and two unknown')
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
    })
  })
}
