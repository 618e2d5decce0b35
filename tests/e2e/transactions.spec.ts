import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { GRACE, takeManyPayments, takePayment, takeSixPayments } from './support/account.ts'
import { test as base, expect } from './support/fixtures.ts'
import { choose, expectNoSidewaysScroll, exportList } from './support/screens.ts'
import { makeServer, type Server } from './support/server.ts'

// Pending payments stay pending, so that people decide here and not the sandbox.
const LONG_SETTLEMENT_MS = 3_600_000

const test = base.extend<object, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await makeServer({ settlementMs: LONG_SETTLEMENT_MS })
      await server.start()
      await use(server)
      await server.stop()
      await server.dispose()
    },
    { scope: 'worker' },
  ],
})

const table = (page: Page): Locator => page.getByRole('table', { name: 'Transactions' })
const rows = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.locator('td') })
const searchBox = (page: Page): Locator =>
  page.getByRole('searchbox', { name: 'Search transactions' })
const chip = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

async function openList(page: Page, address = '/transactions') {
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Transaction History' })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

test.beforeEach(async ({ account }) => {
  expect(account.email).toBeTruthy()
})

test('the export holds exactly the rows of the view', async ({ page }) => {
  await takeSixPayments(page)
  await takeManyPayments(page, 12)
  await openList(page, '/transactions?search=grace&status=success&sort=amount')
  await expect(page.getByText('of 14 results')).toBeVisible()
  const download = page.waitForEvent('download')
  await exportList(page)
  const path = await (await download).path()
  const lines = (await readFile(path, 'utf8')).trim().split('\r\n').slice(1)
  await choose(page, 'Rows per page', '25')
  await expect(rows(page)).toHaveCount(14)
  const shown = await rows(page).locator('td:first-child').allTextContents()
  expect(lines.map((line) => `#${line.split(',')[0]}`)).toEqual(shown)
})

test('the printer gets only the receipt of the payer', async ({ page, account }) => {
  await page.request.patch('/api/merchant/profile', {
    data: { businessAddress: 'Via Roma 1, 00184 Roma' },
  })
  const response = await takePayment(page, { ...GRACE, amount: '1234.50', currency: 'EUR' })
  const { transactionId } = (await response.json()) as { transactionId: string }
  await page.goto(`/transactions/${transactionId}`)
  await expect(page.getByRole('button', { name: 'Receipt', exact: true })).toBeVisible()
  const receipt = page.getByTestId('receipt')
  await expect(receipt).toBeHidden()

  await page.emulateMedia({ media: 'print' })

  await expect(receipt).toBeVisible()
  for (const text of [
    account.businessName,
    'Via Roma 1, 00184 Roma',
    // The account is in Italy, so its customers read Italian.
    'Ricevuta di pagamento — documento non fiscale',
    transactionId,
    '1.234,50',
    'carta',
  ]) {
    await expect(receipt).toContainText(text)
  }
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading')).toHaveCount(0)
  await expect(page.getByText('Timeline')).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'All transactions' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(table(page)).toBeVisible()
})

test('search, filter and settling work with the keyboard alone', async ({ page }) => {
  await takeSixPayments(page)
  await openList(page)
  await searchBox(page).focus()
  await page.keyboard.type('alan')
  await expect(rows(page)).toHaveCount(3)
  await chip(page, '+ Method').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Credit Card' })).toBeFocused()
  for (const name of ['PayPal', 'Bank Transfer']) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitemradio', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(chip(page, 'Method: Bank Transfer')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^More actions/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Mark as paid' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toContainText(['Success'])
})

test('nothing scrolls sideways on a phone, filters included', async ({ page }) => {
  await takeSixPayments(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await openList(page, '/transactions?status=pending&currency=USD&minAmount=10&search=alan')
  await expect(page.getByText('Alan Turing').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
})
