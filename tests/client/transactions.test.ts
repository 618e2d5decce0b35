import {
  ALAN,
  GRACE,
  takeManyPayments,
  takePayment,
  takeSixPayments,
} from '#tests/e2e/support/account.ts'
import { abortCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import { choose, region, rowWith, toast } from './support/screens.ts'

const table = (page: Page): Locator => page.getByRole('table', { name: 'Transactions' })
const rows = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.locator('td') })
const searchBox = (page: Page): Locator =>
  page.getByRole('searchbox', { name: 'Search transactions' })
const chip = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

async function openList(page: Page, path = '/transactions') {
  await page.goto(path)
  await expect(page.getByRole('region', { name: 'Transaction History' })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

test.beforeEach(async ({ account }) => {
  expect(account.email).toBeTruthy()
})

test('the URL holds a search, which survives a reload and is cleared by Escape', async ({
  page,
}) => {
  await takeSixPayments(page)
  await openList(page)
  await expect(rows(page)).toHaveCount(6)

  await searchBox(page).fill('espresso')

  await expect(page).toHaveURL(/search=espresso/)
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(searchBox(page)).toHaveValue('espresso')
  await expect(rows(page)).toHaveCount(1)
  await searchBox(page).press('Escape')
  await expect(searchBox(page)).toHaveValue('')
  await expect(rows(page)).toHaveCount(6)
  expect(page.url()).not.toContain('search')
  await page.goBack()
  await expect(searchBox(page)).toHaveValue('espresso')
  await expect(rows(page)).toHaveCount(1)
})

test('an amount typed into the URL is searched', async ({ page }) => {
  await takeSixPayments(page)
  await openList(page, '/transactions?search=30.01')
  await expect(rows(page)).toHaveCount(1)
  await expect(searchBox(page)).toHaveValue('30.01')
})

test('filters are chips that show their value, reset the page and can be cleared', async ({
  page,
}) => {
  await takeSixPayments(page)
  await openList(page)

  await chip(page, '+ Method').click()
  await page.getByRole('menuitemradio', { name: 'Credit Card' }).click()
  await expect(rows(page)).toHaveCount(4)
  await chip(page, '+ Currency').click()
  await page.getByRole('menuitemradio', { name: 'USD' }).click()
  await expect(rows(page)).toHaveCount(3)
  await chip(page, '+ Amount').click()
  await page.getByLabel('At least').fill('30')
  await page.getByLabel('At most').fill('20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('This is below the other amount.')).toBeVisible()
  await page.getByLabel('At most').fill('40')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rows(page)).toHaveCount(1)
  await chip(page, '+ Date').click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('No transactions match these filters.')).toBeVisible()

  await page.reload()
  await expect(chip(page, 'Method: Credit Card')).toBeVisible()
  await expect(chip(page, 'Currency: USD')).toBeVisible()
  await expect(chip(page, 'Amount: $30.00 to $40.00')).toBeVisible()
  await page.getByRole('button', { name: /^Remove filter Date:/ }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(chip(page, '+ Date')).toBeFocused()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(6)
})

test('today in the calendar lists today’s payments', async ({ page }) => {
  await takeSixPayments(page)
  await openList(page)
  await chip(page, '+ Date').click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(page).toHaveURL(/\?period=today$/)
  await expect(rows(page)).toHaveCount(6)
  await expect(chip(page, 'Date: Today')).toBeVisible()

  await chip(page, 'Date: Today').click()
  await page.getByRole('textbox', { name: 'From' }).fill('1 gen 2020')
  await page.getByRole('textbox', { name: 'To' }).fill('Feb 30')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type a day, such as 21 Nov or 2026-11-21.')).toBeVisible()
  await page.getByRole('textbox', { name: 'To' }).fill('31/12/2020')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?from=2020-01-01&to=2020-12-31$/)
  await expect(page.getByText('No transactions match these filters.')).toBeVisible()

  // The first click filters by one day, and the second click extends the filter to a span of days.
  await page.getByRole('button', { name: /^Date: Jan 1/ }).click()
  await page.getByRole('button', { name: '5 December 2020', exact: true }).click()
  await expect(page).toHaveURL(/\?from=2020-12-05&to=2020-12-05$/)
  await page.getByRole('button', { name: '7 December 2020', exact: true }).click()
  await expect(page).toHaveURL(/\?from=2020-12-05&to=2020-12-07$/)
})

test('tabs count the payments of each status, and the sums equal those of the rows', async ({
  page,
}) => {
  await takeSixPayments(page)
  await openList(page)
  const tabs = page.getByRole('group', { name: 'Payments by status' })
  await expect(tabs.getByRole('link')).toHaveText([
    'All 6',
    'Success 3',
    'Pending 2',
    'Failed 1',
    'Waiting for the transfer 1',
  ])
  const cents = async () => {
    const all = await rows(page)
      .getByText(/^\$[\d.]+$/)
      .allTextContents()
    return all.reduce((sum, amount) => sum + Math.round(Number(amount.slice(1)) * 100), 0)
  }
  for (const [name, words] of [
    ['Success', 'taken'],
    ['Pending', 'pending'],
    ['Failed', 'not taken'],
  ] as const) {
    await tabs.getByRole('link', { name }).click()
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    const count = Number((await tabs.getByRole('link', { name }).textContent())?.split(' ')[1])
    await expect(rows(page)).toHaveCount(count)
    const sum = ((await cents()) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
    await expect(page.getByText(new RegExp(`· \\$${sum}.* ${words}$`))).toBeVisible()
  }
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('failed')
})

test('sums in more than four currencies are folded until asked for', async ({ page }) => {
  for (const currency of ['USD', 'EUR', 'GBP', 'CHF', 'SEK']) {
    const data = { ...GRACE, amount: '20.00', currency }
    expect((await page.request.post('/api/transactions', { data })).ok()).toBe(true)
  }
  await openList(page)
  const list = region(page, 'Transaction History')
  await expect(list.getByText(/20\.00 · .*20\.00 · .*20\.00 taken$/)).toBeVisible()

  await list.getByRole('button', { name: '2 more totals' }).click()

  await expect(list).toContainText(/taken(?: · .{1,4}20\.00){2}/)
  // The button is gone, so the focus is on the first of the further sums.
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^(?: · )?.{1,4}20\.00$/)
  await expect(list.getByRole('button', { name: /more totals/ })).toHaveCount(0)
})

test('filters that come from links are named and can be removed', async ({ page }) => {
  const [first] = await takeSixPayments(page)
  await openList(page, `/transactions?customerId=${first?.customerId}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove filter Customer Grace Hopper' }).click()
  await expect(rows(page)).toHaveCount(6)

  await openList(page, '/transactions?weekday=5&slot=3')
  await page.getByRole('button', { name: 'Remove filter Friday evenings' }).click()
  await expect(rows(page)).toHaveCount(6)
  expect(new URL(page.url()).search).toBe('')
})

test('an invalid URL shows the whole list', async ({ page }) => {
  await takeSixPayments(page)
  await openList(
    page,
    '/transactions?status=lost&from=2026-02-31&minAmount=-1&page=0&limit=7&slot=9',
  )
  await expect(rows(page)).toHaveCount(6)
  await openList(page, '/transactions?limit=100&page=9999')
  await expect(rows(page)).toHaveCount(6)
})

test('columns sort in both directions', async ({ page }) => {
  await takeSixPayments(page)
  await openList(page)
  const amounts = () => rows(page).locator('td:nth-child(3)').allTextContents()

  await page.getByRole('button', { name: 'Amount', exact: true }).click()
  await expect.poll(amounts).toEqual(['$60.03', '$50.00', '€40.00', '$30.01', '$20.00', '$10.00'])
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByRole('button', { name: 'Amount', exact: true }).click()
  await expect.poll(async () => (await amounts())[0]).toBe('$10.00')
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await expect(rows(page).first()).toContainText('Alan Turing')
  await page.getByRole('button', { name: 'Transaction ID', exact: true }).click()
  await expect(page).toHaveURL(/sort=transactionId/)
})

test('the list has pages and a page size', async ({ page }) => {
  await takeManyPayments(page, 27)
  await openList(page)
  await expect(page.getByText('Showing 1 to 10 of 27 results', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()

  await page.getByRole('button', { name: 'Page 3' }).click()
  await expect(page.getByText('Showing 21 to 27 of 27 results', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.reload()
  await expect(rows(page)).toHaveCount(7)

  await choose(page, 'Rows per page', '25')
  await expect(page.getByText('Showing 1 to 25 of 27 results', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/limit=25/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(2)
  await choose(page, 'Status', 'Success')
  await expect(page.getByText('Showing 1 to 25 of 27 results', { exact: true })).toBeVisible()
})

test('a view is saved, applied, renamed and deleted', async ({ page }) => {
  await takeSixPayments(page)
  await openList(page, '/transactions?status=pending&period=30d')
  const views = page.getByRole('navigation', { name: 'Saved views' })

  await views.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Still open')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(toast(page, 'View saved')).toBeVisible()
  await expect(views.getByRole('button', { name: 'Save view' })).toBeHidden()

  await views.getByRole('link', { name: 'All', exact: true }).click()
  await expect(rows(page)).toHaveCount(6)
  await page.reload()
  await views.getByRole('link', { name: 'Still open' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/\?status=pending&period=30d$/)
  await expect(views.getByRole('link', { name: 'Still open' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await views.getByRole('button', { name: 'Actions for view Still open' }).click()
  await page.getByRole('menuitem', { name: 'Rename view' }).click()
  await dialog.getByLabel('Name').fill('Waiting')
  await dialog.getByRole('button', { name: 'Rename view' }).click()
  await expect(views.getByRole('link', { name: 'Waiting' })).toBeVisible()

  await views.getByRole('button', { name: 'Actions for view Waiting' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await dialog.getByRole('button', { name: 'Delete view' }).click()
  await expect(views.getByRole('link', { name: 'Waiting' })).toBeHidden()
  await expect(views.getByRole('link', { name: 'All', exact: true })).toBeVisible()
})

test('a bank transfer is settled by hand, a card payment can only be cancelled', async ({
  page,
}) => {
  await takeSixPayments(page)
  await openList(page)
  const transfer = rowWith(page, '$50.00')
  const card = rowWith(page, '$60.03')
  const dialog = page.getByRole('dialog')

  await transfer.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Mark as paid' }).click()
  await expect(dialog).toContainText('Mark payment of $50.00 as paid?')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(transfer).toContainText('Pending')
  await expect(transfer.getByRole('button', { name: /^More actions/ })).toBeFocused()

  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Mark as paid' }).click()
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toast(page, 'Payment marked as paid')).toBeVisible()
  await expect(transfer).toContainText('Success')

  await card.getByRole('button', { name: /^More actions/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Cancel payment'])
  await page.getByRole('menuitem', { name: 'Cancel payment' }).click()
  await dialog.getByLabel('Reason').fill('Ordered twice')
  await dialog.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(toast(page, 'Payment cancelled')).toBeVisible()
  await expect(card).toContainText('Failed')
  await expect(card.getByRole('button', { name: /^More actions/ })).toHaveCount(0)
  await card.getByRole('link', { name: /^#TXN-/ }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Ordered twice')
  await expect(timeline).toContainText('by you')
})

test('a decision that comes too late shows the reason', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource.*409/)
  const response = await takePayment(page, { ...ALAN, amount: '50.00', paymentMethod: 'bank' })
  const { id } = (await response.json()) as { id: string }
  await openList(page)
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel payment' }).click()
  await page.request.put(`/api/transactions/${id}`, { data: { status: 'success' } })

  await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click()

  await expect(toast(page, 'Payment not cancelled')).toContainText('it is success')
  await expect(page.getByRole('dialog')).toContainText('This transaction is final')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep payment' }).click()
  await expect(rowWith(page, '$50.00')).toContainText('Success')
})

test('an empty list and an empty result have different messages', async ({ page }) => {
  await openList(page)
  await expect(
    page.getByText('No transactions found. Process your first payment to see transactions here.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Process a payment' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Export/ })).toBeHidden()

  await searchBox(page).fill('nobody')
  await expect(page.getByText('No transactions match these filters.')).toBeVisible()
  await page
    .getByRole('region', { name: 'Transaction History' })
    .getByRole('button', { name: 'Clear filters' })
    .click()
  await expect(page.getByRole('link', { name: 'Process a payment' })).toBeVisible()
})

test('a list that fails to load shows an error and retries', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource.*ERR_FAILED/)
  await takeSixPayments(page)
  await page.goto('/payments')
  const restoreCall = await abortCall(page, 'transactions.rows')
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByText('Transactions could not be loaded')).toBeVisible()
  await expect(page.getByText('The server could not be reached.')).toBeVisible()
  await restoreCall()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(6)
})

test('the payment page can decide, fetch by API and open the customer', async ({ page }) => {
  const response = await takePayment(page, { ...ALAN, amount: '50.00', paymentMethod: 'bank' })
  const { transactionId } = (await response.json()) as { transactionId: string }
  await page.goto(`/transactions/${transactionId}`)

  await page.getByText('More details').click()
  await page.getByRole('button', { name: 'Copy the curl command' }).click()
  const clipboardText = await page.clipboard()
  expect(clipboardText).toContain(`/api/transactions/${transactionId}`)
  expect(clipboardText).toContain('Bearer sk_test_…')

  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Seen on the statement')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toast(page, 'Payment marked as paid')).toBeVisible()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Payment succeeded')
  await expect(timeline).toContainText('Note: Seen on the statement')
  await expect(page.getByRole('button', { name: 'Mark as paid' })).toBeHidden()

  await page.getByRole('link', { name: 'Alan Turing' }).click()
  await expect(page).toHaveURL(/customerId=cus_/)
  await expect(chip(page, 'Remove filter Customer Alan Turing')).toBeVisible()
})
