import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Ids, takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { amountField, choose, exportList, rowWith, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const region = (page: Page, name: string) => page.getByRole('region', { name })

async function createPayment(page: Page, amount: string): Promise<Ids> {
  return (await (await takePayment(page, { ...GRACE, amount })).json()) as Ids
}

/** Creates a payment to capture by hand, which only the API offers. */
async function authorizePayment(page: Page, amount: string): Promise<Ids> {
  const data = { ...GRACE, amount, captureMethod: 'manual' }
  return (await (await page.request.post('/api/payments', { data })).json()) as Ids
}

const openPayment = async (page: Page, { transactionId }: Ids) => {
  await page.goto(`/transactions/${transactionId}`)
  await expect(region(page, 'Timeline')).toBeVisible()
}

test('money is refunded in parts, and each sum opens its rows', async ({ page, account: _ }) => {
  await openPayment(page, await createPayment(page, '100.00'))
  const dialog = page.getByRole('dialog', { name: /^Refund payment #TXN-/ })

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog).toContainText('$100.00 can be refunded.')
  await expect(amountField(page)).toBeFocused()
  await amountField(page).fill('30')
  await choose(page, 'Reason', 'Goodwill')
  await dialog.getByLabel('Note').fill('Cold soup')
  await expect(dialog).toContainText('Grace Hopper will get $30.00 back to the card')
  await dialog.getByRole('button', { name: 'Refund $30.00' }).click()
  await expect(toast(page, 'Refunded')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(region(page, 'Amounts')).toContainText(/Refunded\s*\$30\.00/)
  await expect(region(page, 'Amounts')).toContainText(/Left\s*\$70\.00/)
  await expect(region(page, 'Timeline')).toContainText(/Refund of \$30\.00\s*Goodwill/)
  await expect(region(page, 'Timeline')).toContainText('Note: Cold soup')

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByRole('button', { name: 'Refund $70.00' }).click()
  await expect(region(page, 'Amounts')).toContainText(/Left\s*\$0\.00/)
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)

  await page.getByRole('link', { name: 'All refunds of this payment' }).click()
  await expect(page).toHaveURL(/\/refunds\?transactionId=/)
  await expect(rowWith(page, '$30.00')).toContainText('Goodwill')
  await expect(rowWith(page, '$70.00')).toContainText('Grace Hopper')

  await page.goto('/dashboard')
  const figures = region(page, 'Key figures')
  // The net follows, with the fee, once the sandbox's balance has been read.
  await expect(figures).toContainText(/After refunds \$0\.00|Net -\$1\.65/)
  await page.goto('/refunds?status=success&currency=USD')
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await rowWith(page, '$30.00').getByText('Goodwill').click()
  await expect(page).toHaveURL(/\/transactions\/TXN-/)
})

test('the URL of the list of refunds holds its search, filters and order', async ({
  page,
  account: _,
}) => {
  const { id } = (await createPayment(page, '100.00')) as Ids & { id: string }
  const refund = (data: object) => page.request.post(`/api/transactions/${id}/refunds`, { data })
  await refund({ amount: '5.00', reason: 'goodwill', note: 'Broken vase' })
  await refund({ amount: '7.10', reason: 'duplicate' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Refunds', exact: true }).click()
  await expect(page).toHaveTitle(/^Refunds/)
  await expect(page.getByRole('heading', { name: 'Refunds', level: 1 })).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search refunds' }).fill('vase')
  await expect(rowWith(page, '$7.10')).toHaveCount(0)
  await expect(rowWith(page, '$5.00')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: /^Failed \d/ }).click()
  await expect(page).toHaveURL(/status=failed/)
  await expect(rowWith(page, '$7.10')).toContainText('Refused')
  await page.goto('/refunds?reason=fraudulent')
  await expect(page.getByText('No refunds match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page.getByRole('button', { name: 'Amount', exact: true }).click()
  await expect(page).toHaveURL(/sort=-amount/)
  await expect(page.getByRole('row').nth(1)).toContainText('$7.10')
})

test('the export of refunds holds exactly the rows of the view', async ({ page, account: _ }) => {
  const { id } = (await createPayment(page, '100.00')) as Ids & { id: string }
  for (const amount of ['5.00', '7.10', '9.00']) {
    await page.request.post(`/api/transactions/${id}/refunds`, { data: { amount } })
  }
  await page.goto('/refunds?status=success&sort=amount')
  await expect(rowWith(page, '$9.00')).toBeVisible()
  const download = page.waitForEvent('download')
  await exportList(page)
  const path = await (await download).path()
  const lines = (await readFile(path, 'utf8')).trim().split('\r\n').slice(1)
  expect(lines.map((line) => /,([579]\.\d\d),/.exec(line)?.[1])).toEqual(['5.00', '9.00'])
})

test('an authorized payment shows its expiry, and is captured in part or voided', async ({
  page,
  account: _,
}) => {
  await openPayment(page, await authorizePayment(page, '100.00'))
  await expect(region(page, 'Amounts')).toContainText(/Capture within\s*6 days/)
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await amountField(page).fill('80')
  await expect(dialog).toContainText('The remaining $20.00 is released to Grace Hopper.')
  await dialog.getByRole('button', { name: 'Capture $80.00' }).click()
  await expect(toast(page, 'Payment captured')).toBeVisible()
  await expect(region(page, 'Amounts')).toContainText(/Taken\s*\$80\.00\s*Released\s*\$20\.00/)

  await openPayment(page, await authorizePayment(page, '55.00'))
  await page.getByRole('button', { name: 'Void', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Void payment' }).click()
  await expect(toast(page, 'Payment voided')).toBeVisible()
  await expect(region(page, 'Timeline')).toContainText('Payment failed')
  await expect(region(page, 'Amounts')).toHaveCount(0)
})
