import type { Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { signInOnScreen, toast } from './support/screens.ts'

const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

function countDownloads(page: Page): { count: number } {
  const counter = { count: 0 }
  page.on('download', () => {
    counter.count += 1
  })
  page.on('request', (request) => {
    if (request.url().includes('/api/transactions/export')) counter.count += 1
  })
  return counter
}

test('an export with an ended session saves no file, and signing in leads back to the list', async ({
  page,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*401/)
  await takePayment(page, { ...grace, amount: '10.00' })
  await page.goto('/transactions?status=success')
  const button = page.getByRole('link', { name: 'Export 1 row' })
  await expect(button).toBeVisible()
  // Waits for the stream: one that opened without cookies would notice the missing session by itself.
  await expect(page.getByText('Updating live', { exact: true })).toBeVisible()
  const downloads = countDownloads(page)
  await page.context().clearCookies()

  await button.click()

  await expect(page).toHaveURL(/\/sign-in/)
  await signInOnScreen(page, account)
  await expect(page).toHaveURL(/\/transactions\?status=success$/)
  await expect(toast(page, 'Nothing exported')).toContainText('Your session had ended.')
  expect(downloads.count).toBe(0)

  const download = page.waitForEvent('download')
  await button.click()
  expect((await download).suggestedFilename()).toMatch(/status-success\.csv$/)
})

test('an export from a server that does not respond shows an error and saves no file', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*ERR_FAILED/)
  await takePayment(page, { ...grace, amount: '10.00' })
  await page.goto('/transactions')
  const button = page.getByRole('link', { name: 'Export 1 row' })
  await expect(button).toBeVisible()
  const downloads = countDownloads(page)
  const lists = /\/trpc\/.*transactions\.list/
  await page.route(lists, (route) => route.abort())

  await button.click()
  await expect(toast(page, 'Nothing exported')).toContainText('The server could not be reached.')
  expect(downloads.count).toBe(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(page, 'Nothing exported')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('export')
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(toast(page, 'Nothing exported')).toBeVisible()
  expect(downloads.count).toBe(0)

  await page.unroute(lists)
  const download = page.waitForEvent('download')
  await button.click()
  await download
})
