import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

test.use({ hasShellDelay: true })

const searchField = (page: Page) =>
  page.getByRole('combobox', { name: 'Search payments, customers and pages' })

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openDashboard(page: Page) {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
}

test.beforeEach(async ({ account: _ }) => {
  // The account fixture signs the page in.
})

test.describe('the palette', () => {
  test('the palette runs actions: colours, sign out', async ({ page, expectedErrors }) => {
    // The page clears its cache before it navigates. If it renders in between, it sends one request, which is refused.
    expectedErrors.push(/Failed to load resource.*401.*integrations\.list/)
    await openDashboard(page)
    await page.keyboard.press('Control+k')
    await searchField(page).fill('dark')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

    await page.keyboard.press('Control+k')
    await searchField(page).fill('sign out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sign-in/)
  })

  test('the palette downloads the transactions', async ({ page }) => {
    await openDashboard(page)
    await page.keyboard.press('Control+k')
    await searchField(page).fill('export')
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/^incasso-transactions.*\.csv$/)
  })
})

test.describe('keyboard shortcuts', () => {
  test('/ opens the global search on a page without one', async ({ page }) => {
    await openDashboard(page)
    await page.keyboard.press('/')
    await expect(searchField(page)).toBeFocused()
    await expect(searchField(page)).toHaveValue('')
  })

  test('/ focuses the search of a page that has one', async ({ page }) => {
    await page.goto('/transactions')
    const field = page.locator('[data-search]')
    await expect(field).toBeVisible()
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
  })
})

test.describe('the page frame', () => {
  test('the skip link jumps past the navigation', async ({ page }) => {
    await openDashboard(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the navigation slides over the page and closes after a choice', async ({ page }) => {
    await openDashboard(page)
    const opener = page.getByRole('button', { name: 'Open navigation' })
    const drawer = page.getByRole('dialog', { name: 'Main navigation' })
    await opener.click()
    await expect(drawer).toBeVisible()
    await drawer.getByRole('button', { name: 'Close navigation' }).click()
    await expect(drawer).toHaveCount(0)
    await expect(opener).toBeFocused()

    await opener.click()
    await expect(drawer).toBeVisible()
    // A point of the overlay, outside the drawer.
    await page.mouse.click(370, 500)
    await expect(drawer).toHaveCount(0)

    await opener.click()
    await drawer.getByRole('link', { name: 'Transactions' }).click()
    await expect(drawer).toHaveCount(0)
    await expect(title(page, 'Transaction History')).toBeFocused()
  })

  test('the search is available too', async ({ page }) => {
    await openDashboard(page)
    await page.getByRole('button', { name: 'Search' }).click()
    await searchField(page).fill('pay')
    await page.getByRole('option', { name: 'Payments', exact: true }).click()
    await expect(title(page, 'Process Payment')).toBeFocused()
  })
})
