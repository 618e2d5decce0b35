import { type Ids, takeOnePayment } from '#tests/e2e/support/account.ts'
import {
  abortCall,
  type Procedure,
  type Refusal,
  recordRequests,
  refuseCall,
} from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import {
  amountField,
  busyElements,
  figure,
  fillPayment,
  follow,
  region,
  submitPayment,
  toast,
} from './support/screens.ts'

const BUSY: Refusal = {
  code: 'unavailable',
  status: 503,
  detail: 'The database is busy.',
  requestId: 'req-of-this-test',
}

const BROKEN: Refusal = { ...BUSY, code: 'internal', status: 500, detail: 'Something broke.' }

const failureAlert = (page: Page, title: string): Locator =>
  page.getByRole('alert').filter({ hasText: title })

// Gives each test its own merchant.
test.beforeEach(({ account: _ }) => {})

type PagePart = {
  link: string
  procedure: Procedure
  failed: string
  loaded: (main: Locator) => Locator
}

const text = (words: string) => (main: Locator) => main.getByText(words).first()

const pageParts: PagePart[] = [
  {
    link: 'Dashboard',
    procedure: 'dashboard.stats',
    failed: 'The key figures could not be loaded',
    loaded: text('Total Revenue'),
  },
  {
    link: 'Dashboard',
    procedure: 'analytics.transactionsVolume',
    failed: 'The transaction volume could not be loaded',
    loaded: (main) => main.getByRole('link', { name: /^1 payment on/ }),
  },
  {
    link: 'Dashboard',
    procedure: 'analytics.methodTypes',
    failed: 'The payment methods could not be loaded',
    loaded: (main) => main.getByRole('link', { name: '1 successful payment by Credit Card' }),
  },
  {
    link: 'Dashboard',
    procedure: 'transactions.rows',
    failed: 'Recent transactions could not be loaded',
    loaded: text('Grace Hopper'),
  },
  {
    link: 'Transactions',
    procedure: 'transactions.rows',
    failed: 'Transactions could not be loaded',
    loaded: text('Grace Hopper'),
  },
  {
    link: 'Customers',
    procedure: 'customers.list',
    failed: 'Customers could not be loaded',
    loaded: text('Grace Hopper'),
  },
  {
    link: 'Analytics',
    procedure: 'analytics.revenue',
    failed: 'The revenue could not be loaded',
    loaded: text('Successful payments in USD per day'),
  },
  {
    link: 'Analytics',
    procedure: 'analytics.successRate',
    failed: 'The success rate could not be loaded',
    loaded: text('Share of final payments in USD that succeeded, per day'),
  },
  {
    link: 'Analytics',
    procedure: 'analytics.summary',
    failed: 'The key figures could not be loaded',
    loaded: text('Best part of the week'),
  },
]

/** Expects the error with its reason and request ID. A failed retry keeps it, a successful one removes it. */
async function expectRetry(
  page: Page,
  failed: string,
  refusal: Refusal,
  restoreCall: () => Promise<void>,
) {
  const problem = failureAlert(page, failed)
  await expect(problem).toContainText(`${refusal.status}: ${refusal.detail}`)
  await expect(problem).toContainText(refusal.requestId)
  const repeatedResponse = page.network.nextResponseFrom((url) => url.includes('/trpc/'))
  await problem.getByRole('button', { name: 'Retry' }).click()
  await repeatedResponse
  await expect(problem).toBeVisible()
  await restoreCall()
  await problem.getByRole('button', { name: 'Retry' }).click()
  await expect(problem).toHaveCount(0)
}

test.describe('failed calls', () => {
  for (const { link, procedure, failed, loaded } of pageParts) {
    test(`${link}: ${failed}`, async ({ page }) => {
      const refusal = link === 'Dashboard' ? BROKEN : BUSY
      await takeOnePayment(page)
      const restoreCall = await refuseCall(page, procedure, refusal)
      await follow(page, link)

      await expectRetry(page, failed, refusal, restoreCall)

      await expect(loaded(page.getByRole('main'))).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  }

  test('a payment and a customer can be retried', async ({ page }) => {
    const { transactionId, customerId } = await takeOnePayment(page)

    const restorePayment = await refuseCall(page, 'transactions.get', BUSY)
    await page.goto(`/transactions/${transactionId}`)
    await expectRetry(page, 'This transaction could not be loaded', BUSY, restorePayment)
    await expect(region(page, 'Timeline')).toBeVisible()

    const restoreCustomer = await refuseCall(page, 'customers.get', BROKEN)
    await page.goto(`/customers/${customerId}`)
    await expectRetry(page, 'This customer could not be loaded', BROKEN, restoreCustomer)
    await expect(region(page, 'Activity')).toBeVisible()

    const restoreRows = await refuseCall(page, 'transactions.rows', BUSY)
    await page.goto(`/customers/${customerId}`)
    await expectRetry(page, 'The payments could not be loaded', BUSY, restoreRows)
    await expect(page.getByRole('table', { name: 'Latest payments' })).toContainText('$12.34')
  })

  test('the merchant account can be retried, and no onboarding starts', async ({ page }) => {
    const restoreCall = await refuseCall(page, 'merchant.current', BUSY)
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('Your merchant account could not be loaded')
    // The navigation and the person's menu stay.
    await expect(page.getByRole('link', { name: 'Customers', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
    await expect(page.getByText('Complete the onboarding')).toHaveCount(0)
    await expectRetry(page, 'Your merchant account could not be loaded', BUSY, restoreCall)
    await expect(figure(page, 'Total Revenue')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('the palette shows that its search failed', async ({ page }) => {
    await follow(page, 'Dashboard')
    await expect(busyElements(page)).toHaveCount(0)
    const restoreCall = await refuseCall(page, 'transactions.rows', BUSY)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search payments, customers and pages' })
    await field.fill('grace')
    await expect(page.getByText('The search did not work. Try again in a moment.')).toBeVisible()
    await restoreCall()
    await field.fill('nobody at all')
    await expect(page.getByRole('dialog').getByText('Nothing found')).toBeVisible()
  })

  test('the customer filter of the links shows that its search failed', async ({ page }) => {
    await follow(page, 'Payment links')
    await page.getByRole('button', { name: '+ Customer', exact: true }).click()
    const restoreCall = await refuseCall(page, 'customers.list', BUSY)
    const field = page.getByRole('textbox', { name: 'Customer' })
    await field.fill('zz')
    await expect(page.getByText('The search did not work. Try again in a moment.')).toBeVisible()
    await restoreCall()
    await field.fill('zzz')
    await expect(page.getByText('No customer found.')).toBeVisible()
  })
})

test.describe('a payment without a good response', () => {
  const panel = (page: Page) => region(page, 'Last payment')

  test('a refusal shows at the form, which keeps its values', async ({ page }) => {
    const restoreCall = await refuseCall(page, 'transactions.create', BUSY)
    await page.goto('/payments')
    await fillPayment(page, { amount: '12.34' })
    await submitPayment(page)

    await expect(toast(page, 'Payment Error')).toContainText(
      'Failed to process payment. Please try again.',
    )
    await expect(panel(page)).toContainText('The payment was not taken')
    await expect(panel(page)).toContainText('503: The database is busy.')
    await expect(panel(page)).toContainText(BUSY.requestId)
    await expect(amountField(page)).toHaveValue('12.34')

    await restoreCall()
    await submitPayment(page)
    await expect(toast(page, 'Payment Successful')).toBeVisible()
    await expect(amountField(page)).toHaveValue('')
  })

  test('a call without any response is retried as the same attempt', async ({ page }) => {
    const sent = recordRequests(page.network, 'transactions.create')
    const restoreCall = await abortCall(page, 'transactions.create')
    await page.goto('/payments')
    await fillPayment(page, { amount: '12.34' })
    await submitPayment(page)
    await expect(toast(page, 'Payment Error')).toBeVisible()
    await expect(panel(page)).toContainText('No answer from the server')
    await expect(panel(page)).toContainText('never charged twice')

    await restoreCall()
    await submitPayment(page)
    await expect(toast(page, 'Payment Successful')).toBeVisible()
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })

  test('the form waits while offline and sends the payment once the network is back', async ({
    page,
  }) => {
    await page.goto('/payments')
    await fillPayment(page, { amount: '12.34' })
    await page.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await submitPayment(page)
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()

    await page.setOffline(false)

    await expect(toast(page, 'Payment Successful')).toBeVisible()
    const payments = (await (await page.request.get('/api/transactions')).json()) as unknown[]
    expect(payments).toHaveLength(1)
  })
})

test.describe('without a network', () => {
  const offlineNotice = (page: Page) =>
    page.getByText('You are offline. Changes wait until you are back.', { exact: true })

  type OfflinePage = { path: (ids: Ids) => string; shown: string; procedure?: Procedure }

  const offlinePages: Record<string, OfflinePage> = {
    'the dashboard': {
      path: () => '/dashboard',
      shown: 'Grace Hopper',
      procedure: 'dashboard.stats',
    },
    'the payment form': { path: () => '/payments', shown: 'Test amounts' },
    'the list of transactions': {
      path: () => '/transactions',
      shown: 'Grace Hopper',
      procedure: 'transactions.rows',
    },
    'a payment': {
      path: ({ transactionId }) => `/transactions/${transactionId}`,
      shown: 'Timeline',
      procedure: 'transactions.get',
    },
    'the customers': {
      path: () => '/customers',
      shown: 'Grace Hopper',
      procedure: 'customers.list',
    },
    'a customer': {
      path: ({ customerId }) => `/customers/${customerId}`,
      shown: 'Latest payments',
      procedure: 'customers.get',
    },
    'the reports': {
      path: () => '/analytics',
      shown: 'Best part of the week',
      procedure: 'analytics.revenue',
    },
  }

  test('a page first opened offline shows a message with Retry, and loads when the network is back', async ({
    page,
  }) => {
    await takeOnePayment(page)
    await page.goto('/dashboard')
    await expect(figure(page, 'Total Revenue')).toContainText('$12.34')
    await page.setOffline(true)
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    const message = page.getByRole('alert').filter({
      hasText: 'You are offline. This loads automatically when the connection is back.',
    })
    await expect(message).toBeVisible()

    await message.getByRole('button', { name: 'Retry' }).click()
    await expect(message).toBeVisible()

    await page.setOffline(false)
    await expect(page.getByRole('main').getByText('grace@example.com').first()).toBeVisible()
    await expect(message).toHaveCount(0)
  })

  for (const [name, { path, shown, procedure }] of Object.entries(offlinePages)) {
    test(`${name} stays visible and reloads afterwards`, async ({ page }) => {
      const ids = await takeOnePayment(page)
      await page.goto(path(ids))
      const content = page.getByRole('main').getByText(shown).first()
      await expect(content).toBeVisible()
      await expect(busyElements(page)).toHaveCount(0)

      await page.setOffline(true)
      await expect(offlineNotice(page)).toBeVisible()
      await expect(content).toBeVisible()

      const reloadResponse =
        procedure && page.network.nextResponseFrom((url) => url.includes(procedure))
      await page.setOffline(false)
      await expect(offlineNotice(page)).toHaveCount(0)
      if (reloadResponse) expect((await reloadResponse).status).toBe(200)
      await expect(content).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  }
})
