import { takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, rowWith, toast } from './support/screens.ts'

type Payment = { transactionId: string; customerId: string }

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const createPayment = async (page: Page, amount: string): Promise<Payment> =>
  (await (await takePayment(page, { ...GRACE, amount })).json()) as Payment

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('received money has a receipt to print, send and copy, other payments have a record', async ({
  page,
}) => {
  const paid = await createPayment(page, '10.00')
  await page.goto(`/transactions/${paid.transactionId}`)
  await page.getByRole('button', { name: 'Receipt', exact: true }).click()
  for (const name of ['Print or save as PDF', 'Copy link', 'Open the payer’s receipt']) {
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
  }
  await page.getByRole('menuitem', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send the receipt by email' })
  await expect(dialog).toContainText('Copy the link of the receipt, or print it.')
  await dialog.getByRole('button', { name: 'Close' }).click()

  const refused = await createPayment(page, '10.01')
  await page.goto(`/transactions/${refused.transactionId}`)
  await expect(page.getByRole('button', { name: 'Print payment record' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Receipt', exact: true })).toHaveCount(0)
})

test('the timeline separates events of the same minute', async ({ page }) => {
  const pendingPayment = await createPayment(page, '10.03')
  await page.goto(`/transactions/${pendingPayment.transactionId}`)
  const timeline = region(page, 'Timeline')
  await expect(timeline).toContainText('waiting for the outcome')
  await expect(timeline).not.toContainText('after')
  const { status } = await page.request.put(`/api/transactions/${pendingPayment.transactionId}`, {
    data: { status: 'failed', reason: 'Ordered twice' },
  })
  expect(status()).toBe(200)
  await page.reload()
  await expect(timeline).toContainText(/, (at once|after \d+ s), by you/)
})

test('a row shows why a payment failed and links to its customer', async ({ page }) => {
  const { customerId } = await createPayment(page, '10.02')
  await page.goto('/transactions')
  const row = rowWith(page, '$10.02')
  await expect(row).toContainText('Insufficient funds')
  expect(await row.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe(
    `/customers/${customerId}`,
  )
})

test('a list of one page has no paging buttons', async ({ page }) => {
  await createPayment(page, '10.00')
  await page.goto('/transactions')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Previous' })).toHaveCount(0)
})

test('a payment opened outside a list has no buttons to the next one', async ({ page }) => {
  const { transactionId } = await createPayment(page, '10.00')
  await page.goto(`/transactions/${transactionId}`)
  const backLink = page.getByRole('link', { name: 'All transactions' })
  expect(await backLink.getAttribute('href')).toBe('/transactions')
  await expect(page.getByRole('navigation', { name: 'Payments of the list' })).toHaveCount(0)
})

test('a person who settles a payment from a list of pending ones gets the next of them', async ({
  page,
}) => {
  for (const amount of ['50.00', '60.00']) {
    await takePayment(page, { ...GRACE, amount, paymentMethod: 'bank' })
  }
  await page.goto('/transactions?status=pending&sort=amount')
  await rowWith(page, '$50.00')
    .getByRole('link', { name: /^#TXN-/ })
    .click()
  const neighbours = page.getByRole('navigation', { name: 'Payments of the list' })
  await expect(neighbours).toContainText('1 of 2')

  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toast(page, 'Payment marked as paid')).toBeVisible()
  await page.idle()
  await expect(neighbours).toContainText('1 of 2')

  await page.keyboard.press('j')
  await expect(neighbours).toContainText('2 of 2')
  await expect(page.getByRole('main')).toContainText('$60.00')
})

test('a sale at the counter shows its order reference and no e-mail address', async ({ page }) => {
  const data = { amount: '10.00', reference: 'A-1042' }
  const response = await page.request.post('/api/transactions', { data })
  const { transactionId } = (await response.json()) as Payment
  await page.goto(`/transactions/${transactionId}`)

  const details = region(page, 'Details')
  await expect(details).toContainText('Counter sales')
  await expect(details).toContainText('A-1042')
  await expect(details).not.toContainText('counter.invalid')
})
