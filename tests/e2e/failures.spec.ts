import type { Locator, Page } from '@playwright/test'
import { takeOnePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { figure } from './support/screens.ts'

const failureAlert = (page: Page, title: string): Locator =>
  page.getByRole('alert').filter({ hasText: title })

test.beforeEach(async ({ account: _, expectedErrors }) => {
  // Errors that the tests of this file provoke on purpose.
  expectedErrors.push(/Failed to load resource.*(?:50[03]|ERR_FAILED|ERR_INTERNET)/)
})

test.describe('without a network', () => {
  const offlineNotice = (page: Page) =>
    page.getByText('You are offline. Changes wait until you are back.', { exact: true })

  test('a page that was not opened before says so and loads when the network is back', async ({
    page,
    context,
  }) => {
    await takeOnePayment(page)
    const code = page.waitForResponse((response) => /\/customers-[^/]*\.js$/.test(response.url()), {
      timeout: 60_000,
    })
    await page.goto('/dashboard')
    await expect(figure(page, 'Total Revenue')).toContainText('$12.34')
    await (await code).finished()
    await context.setOffline(true)
    await expect(offlineNotice(page)).toBeVisible()

    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Customer Management' })).toBeFocused()
    const message = failureAlert(page, 'You are offline. This loads automatically when')
    await expect(message).toBeVisible()
    await message.getByRole('button', { name: 'Retry' }).click()
    await expect(message).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByRole('main').getByText('grace@example.com')).toBeVisible()
  })

  test('a page whose code cannot be loaded shows an error and loads when the network is back', async ({
    page,
    context,
    expectedErrors,
  }) => {
    // The page is reloaded twice during the test.
    test.slow()
    expectedErrors.push(/Unable to preload CSS|dynamically imported module/)
    await takeOnePayment(page)
    await page.route(/\/assets\/analytics-/, (route) => route.abort())
    await page.goto('/dashboard')
    await expect(figure(page, 'Total Revenue')).toContainText('$12.34')
    await page.getByRole('link', { name: 'Analytics', exact: true }).click()
    await expect(failureAlert(page, 'This could not be loaded')).toContainText(
      'The server could not be reached.',
      { timeout: 60_000 },
    )
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible()

    await context.setOffline(true)
    await expect(offlineNotice(page)).toBeVisible()
    await page.unroute(/\/assets\/analytics-/)
    await context.setOffline(false)
    await expect(page.getByText('Top Performing Periods')).toBeVisible({ timeout: 60_000 })
  })
})
