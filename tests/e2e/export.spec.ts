import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { exportList, signInOnScreen, toast } from './support/screens.ts'

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
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  // Waits for the stream: one that opened without cookies would notice the missing session by itself.
  await expect(page.getByText('Updating live', { exact: true })).toBeVisible()
  const downloads = countDownloads(page)
  await page.context().clearCookies()

  await exportList(page)

  await expect(page).toHaveURL(/\/sign-in/)
  await signInOnScreen(page, account)
  await expect(page).toHaveURL(/\/transactions\?status=success$/)
  await expect(toast(page, 'Nothing exported')).toContainText('Your session had ended.')
  expect(downloads.count).toBe(0)

  const download = page.waitForEvent('download')
  await exportList(page)
  expect((await download).suggestedFilename()).toMatch(/^payments-successful-.*\.csv$/)
})

test('an export from a server that does not respond shows an error and saves no file', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*ERR_FAILED/)
  await takePayment(page, { ...grace, amount: '10.00' })
  await page.goto('/transactions')
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  const downloads = countDownloads(page)
  const lists = /\/trpc\/.*transactions\.(?:list|rows)/
  await page.route(lists, (route) => route.abort())

  await exportList(page)
  await expect(toast(page, 'Nothing exported')).toContainText('The server could not be reached.')
  expect(downloads.count).toBe(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(page, 'Nothing exported')).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

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
  await exportList(page)
  await download
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the accountant gets the takings of the year as an Italian file', async ({
  page,
  account: _,
}) => {
  await takePayment(page, { ...grace, amount: '10.00' })
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Takings by day' }).check()
  await dialog.getByLabel('Format').selectOption('excel-it')
  await dialog.getByLabel('Period').selectOption('year')
  const download = page.waitForEvent('download')

  await dialog.getByRole('button', { name: 'Export' }).click()

  expect((await download).suggestedFilename()).toMatch(/^incassi-.*\.csv$/)
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines.at(-1)).toBe('Totale;;USD;"10,00";"0,00";"10,00";1')
})
