import { takeOnePayment } from '#tests/e2e/support/account.ts'
import { delayCall, recordRequests } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import {
  busyElements,
  figure,
  fillPayment,
  follow,
  region,
  submitPayment,
  toast,
} from './support/screens.ts'

const skeletons = (page: Page): Locator => page.locator('[data-skeleton]')

// Gives each test its own merchant.
test.beforeEach(({ account: _ }) => {})

test.describe('while a page loads', () => {
  test('the dashboard shows placeholders for four cards, charts and rows', async ({ page }) => {
    const release = await delayCall(page, 'dashboard.stats')
    await follow(page, 'Dashboard')
    await expect(skeletons(page)).toHaveCount(4)
    await expect(region(page, 'Key figures')).toHaveAttribute('aria-busy', 'true')
    for (const name of ['Transaction Volume', 'Payment Methods']) {
      await expect(region(page, name)).toHaveAttribute('aria-busy', 'true')
    }
    await expect(region(page, 'Recent Transactions').locator('[aria-busy="true"]')).toBeVisible()

    release()

    await expect(figure(page, 'Total Revenue')).toContainText('$0.00')
    await expect(busyElements(page)).toHaveCount(0)
    await expect(skeletons(page)).toHaveCount(0)
  })

  test('the list of transactions shows a placeholder for its summary, eight rows and its pager', async ({
    page,
  }) => {
    await takeOnePayment(page)
    const release = await delayCall(page, 'transactions.rows')
    await follow(page, 'Transactions')
    const list = region(page, 'Transaction History')
    await expect(list).toHaveAttribute('aria-busy', 'true')
    await expect(list.locator('.mantine-Skeleton-root')).toHaveCount(10)

    release()

    await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
    await expect(busyElements(page)).toHaveCount(0)
  })

  test('a payment keeps its layout', async ({ page }) => {
    const { transactionId } = await takeOnePayment(page)
    const release = await delayCall(page, 'transactions.get')
    await page.goto('/transactions')
    await page.getByRole('link', { name: `#${transactionId}`, exact: true }).click()
    await expect(busyElements(page)).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'All transactions' })).toBeVisible()

    release()

    await expect(region(page, 'Timeline')).toBeVisible()
    await expect(busyElements(page)).toHaveCount(0)
  })

  test('the customers show six placeholder cards', async ({ page }) => {
    await takeOnePayment(page)
    const release = await delayCall(page, 'customers.list')
    await follow(page, 'Customers')
    await expect(skeletons(page)).toHaveCount(6)
    await expect(region(page, 'Customers')).toHaveAttribute('aria-busy', 'true')

    release()

    await expect(page.getByRole('main').getByText('grace@example.com')).toBeVisible()
    await expect(busyElements(page)).toHaveCount(0)
  })

  test('a customer page keeps its layout', async ({ page }) => {
    await takeOnePayment(page)
    const release = await delayCall(page, 'customers.get')
    await page.goto('/customers')
    await page.getByRole('link', { name: 'View Grace Hopper' }).click()
    await expect(busyElements(page)).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'All customers' })).toBeVisible()

    release()

    await expect(region(page, 'Activity')).toBeVisible()
    await expect(busyElements(page)).toHaveCount(0)
  })

  test('the reports show placeholders for charts and cards', async ({ page }) => {
    const release = await delayCall(page, 'analytics.revenue')
    await follow(page, 'Analytics')
    for (const name of [
      'Revenue Trends',
      'Transaction Success Rate',
      'Key figures',
      'Top Performing Periods',
    ]) {
      await expect(region(page, name)).toHaveAttribute('aria-busy', 'true')
    }
    await expect(skeletons(page)).toHaveCount(3)

    release()

    await expect(page.getByText('No data available')).toHaveCount(3)
    await expect(busyElements(page)).toHaveCount(0)
  })

  test('the account shows a spinner with an accessible name', async ({ page }) => {
    const release = await delayCall(page, 'merchant.current')
    await page.goto('/dashboard')
    await expect(page.getByRole('status', { name: 'Loading your account' })).toBeVisible()
    release()
    await expect(figure(page, 'Total Revenue')).toBeVisible()
  })

  test('a pending payment cannot be submitted again', async ({ page }) => {
    const release = await delayCall(page, 'transactions.create')
    const requests = recordRequests(page.network, 'transactions.create')
    await page.goto('/payments')
    await fillPayment(page, { amount: '12.34' })
    await submitPayment(page)

    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Clear' })).toBeDisabled()
    await page.getByLabel('Customer Name').press('Enter')
    release()

    await expect(toast(page, 'Payment Successful')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Process Payment' })).toBeEnabled()
    expect(requests).toHaveLength(1)
  })
})

test.describe('when there is no data yet', () => {
  test('the dashboard shows zeros and suggests a payment', async ({ page }) => {
    await page.goto('/dashboard')
    for (const [label, value] of [
      ['Total Revenue', '$0.00'],
      ['Transactions', '0'],
      ['Active Customers', '0'],
      ['Success Rate', '0.0%'],
    ] as const) {
      await expect(figure(page, label).locator('p').nth(1)).toHaveText(value)
    }
    for (const name of ['Transaction Volume', 'Payment Methods']) {
      await expect(region(page, name)).toContainText('No data available')
    }
    const recent = region(page, 'Recent Transactions')
    await expect(recent.getByText('No transactions found', { exact: true })).toBeVisible()
    await recent.getByRole('link', { name: 'Process a payment' }).click()
    await expect(page).toHaveURL(/\/payments$/)
  })

  test('a customer without payments shows a message', async ({ page }) => {
    const data = { name: 'Alan Turing', email: 'alan@example.com', status: 'active' }
    const { id } = (await (await page.request.post('/api/customers', { data })).json()) as {
      id: string
    }
    await page.goto(`/customers/${id}`)
    await expect(region(page, 'Lifetime value')).toContainText('Nothing spent yet.')
    await expect(region(page, 'Latest payments')).toContainText('No payments yet')
    await expect(region(page, 'Activity')).toContainText('No payments yet')
  })
})

test.describe('when nothing matches', () => {
  test('the customers page shows a message and offers to clear the search', async ({ page }) => {
    await takeOnePayment(page)
    await page.goto('/customers?status=inactive&search=nobody')
    await expect(page.getByText('No customers match this search and filter.')).toBeVisible()

    await page.getByRole('button', { name: 'Clear filters' }).click()

    await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  })
})

test.describe('when the page does not exist', () => {
  test('an unknown payment shows another message than a failure', async ({ page }) => {
    await page.goto('/transactions/TXN-NOBODY0000')
    await expect(page.getByText('Transaction not found')).toBeVisible()
    await expect(
      page.getByText('There is no transaction with this ID in your account.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await page.getByRole('link', { name: 'All transactions' }).last().click()
    await expect(page).toHaveURL(/\/transactions$/)
  })

  test('an unknown customer shows another message than a failure', async ({ page }) => {
    await page.goto('/customers/cus_nobody')
    await expect(page.getByText('Customer not found')).toBeVisible()
    await expect(page.getByText('There is no customer with this ID in your account.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  })

  test('an unknown URL has a page of its own', async ({ page }) => {
    for (const path of ['/no-such-page', '/transactions/TXN-1/more']) {
      await page.goto(path)
      await expect(
        page.getByRole('heading', { level: 1, name: '404 Page Not Found' }),
      ).toBeVisible()
      await expect(page).toHaveTitle('404 Page Not Found · Incasso')
      await page.getByRole('link', { name: 'Go to the dashboard' }).click()
      await expect(figure(page, 'Total Revenue')).toBeVisible()
    }
  })
})
