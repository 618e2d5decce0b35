import { printedReference, referenceOfPayment } from '#server/shared/money/creditor-reference.ts'
import { takePayment } from '#tests/e2e/support/account.ts'
import { delayCall, recordRequests } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'

type Payment = { id: string; transactionId: string }

const rows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Transactions', exact: true })
    .getByRole('row')
    .filter({ has: page.locator('td') })
const searchBox = (page: Page): Locator =>
  page.getByRole('searchbox', { name: 'Search transactions' })

const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

async function takeTwoPayments(page: Page): Promise<Payment> {
  const response = await takePayment(page, { ...grace, amount: '10.00' })
  const payment = (await response.json()) as Payment
  // A search for the first payment's reference also finds this payment.
  const description = `Again, as ${payment.transactionId}`
  await takePayment(page, { ...grace, amount: '20.00', description })
  return payment
}

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('a full reference or id with Enter opens its payment, despite any filter', async ({
  page,
}) => {
  const { id, transactionId } = await takeTwoPayments(page)
  await page.goto('/transactions?status=failed')
  await expect(page.getByText('No transactions match these filters.')).toBeVisible()

  for (const pasted of [
    transactionId,
    `#${transactionId}`,
    ` ${transactionId.toLowerCase()}`,
    id,
  ]) {
    await searchBox(page).fill(pasted)
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL(`/transactions/${transactionId}`)
    await expect(page.getByRole('heading', { name: `#${transactionId}` })).toBeVisible()
    await page.goBack()
    await expect(searchBox(page)).toBeVisible()
  }
})

test('the reference of a bank transfer finds its payment in the list and the palette', async ({
  page,
}) => {
  const { transactionId } = await takeTwoPayments(page)
  const reference = printedReference(referenceOfPayment(transactionId)).toLowerCase()
  await page.goto('/transactions')

  await searchBox(page).fill(reference)
  await expect(page).toHaveURL(/search=rf/)
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search payments, customers and pages' })
  await field.fill(reference.replaceAll(' ', ''))
  await expect(page.getByRole('option', { name: `#${transactionId}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await searchBox(page).fill(reference)
  await searchBox(page).press('Enter')

  await expect(page).toHaveURL(`/transactions/${transactionId}`)
})

test('day words filter the list and the palette, with a name before or after them', async ({
  page,
}) => {
  await takeTwoPayments(page)
  await page.goto('/transactions')

  for (const search of ['oggi', 'today hopper', 'hopper questa settimana', 'this month']) {
    await searchBox(page).fill(search)
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(search).slice(0, 4)}`))
    await expect(rows(page)).toHaveCount(2)
  }
  for (const search of ['ieri', 'yesterday', 'scorsa settimana hopper']) {
    await searchBox(page).fill(search)
    await expect(page.getByText('No transactions match these filters.')).toBeVisible()
  }
  await page.keyboard.press('Control+k')
  await page
    .getByRole('combobox', { name: 'Search payments, customers and pages' })
    .fill('hopper oggi')
  await expect(page.getByRole('option', { name: 'Grace Hopper' })).toHaveCount(2)
})

test('a search without Enter, or with a partial reference, filters the list', async ({ page }) => {
  const { transactionId } = await takeTwoPayments(page)
  await page.goto('/transactions')

  await searchBox(page).fill(`#${transactionId}`)
  await expect(page).toHaveURL(/search=/)
  await expect(rows(page)).toHaveCount(2)

  await searchBox(page).fill(transactionId.slice(0, -1))
  await searchBox(page).press('Enter')
  await expect(page).toHaveURL(new RegExp(`search=${transactionId.slice(0, -1)}$`))
  await expect(rows(page)).toHaveCount(2)
})

test('an unknown reference is searched and not found', async ({ page }) => {
  await takeTwoPayments(page)
  await page.goto('/transactions')

  await searchBox(page).fill('TXN-0000000000')
  await searchBox(page).press('Enter')

  await expect(page).toHaveURL(/\/transactions\?search=TXN-0000000000/)
  await expect(page.getByText('No transactions match these filters.')).toBeVisible()
})

test('a person who types on during a reference lookup stays in the list', async ({ page }) => {
  const { transactionId } = await takeTwoPayments(page)
  const response = await delayCall(page, 'transactions.get')
  await page.goto('/transactions')

  await searchBox(page).fill(transactionId)
  const requests = recordRequests(page.network, 'transactions.get')
  await searchBox(page).press('Enter')
  await expect.poll(() => requests.length).toBe(1)
  await searchBox(page).fill('nobody')
  const reloaded = page.network.nextResponseFrom((url) => url.includes('transactions.get'))
  response()
  await reloaded

  await expect(page.getByText('No transactions match these filters.')).toBeVisible()
  await expect(page).toHaveURL(/\/transactions\?search=nobody/)
})

test('the palette opens a payment by # and reference, and by its id', async ({ page }) => {
  const { id, transactionId } = await takeTwoPayments(page)
  await page.goto('/payments')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  for (const pasted of [`#${transactionId}`, id]) {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search payments, customers and pages' })
    await field.fill(pasted)
    await page.getByRole('option', { name: `#${transactionId}` }).click()
    await expect(page).toHaveURL(`/transactions/${transactionId}`)
  }
})

test('the palette opens the last visited pages and links to all matches', async ({ page }) => {
  const { transactionId } = await takeTwoPayments(page)
  for (const amount of ['3.00', '4.00', '5.00', '6.00', '7.00']) {
    await takePayment(page, { ...grace, amount })
  }
  await page.goto(`/transactions/${transactionId}`)
  await expect(page.getByRole('heading', { level: 1, name: `#${transactionId}` })).toBeVisible()

  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent).toHaveText(/^Grace Hopper · \$10\.00#.*Success/)
  await expect(page.getByRole('option').first()).toContainText(transactionId)
  await expect(page.getByRole('option').nth(1)).toHaveText('Process a payment')

  await page.getByRole('combobox', { name: 'Search payments, customers and pages' }).fill('grace')
  await page.getByRole('option', { name: 'See all 7 payments for “grace”' }).click()
  await expect(page).toHaveURL(/\/transactions\?search=grace$/)
})
