import type { Locator, Page } from '@playwright/test'
import { type ApiPayment, takePayment } from './support/account.ts'
import { expect, test, watch } from './support/fixtures.ts'
import { clickAt, figure, region } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
const ALAN = { customerName: 'Alan Turing', customerEmail: 'alan@example.com' }

const payments: ApiPayment[] = [
  { ...GRACE, amount: '100.10' },
  { ...GRACE, amount: '20.20', paymentMethod: 'paypal' },
  { ...ALAN, amount: '3.30' },
  { ...ALAN, amount: '30.01' },
  { ...ALAN, amount: '44.00', currency: 'EUR' },
]

const rows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Transactions' })
    .getByRole('row')
    .filter({ has: page.locator('td') })

/** Returns the sum of the shown amounts, in cents. */
async function sumShownCents(page: Page): Promise<number> {
  const amounts = await rows(page).locator('td:nth-child(3)').allTextContents()
  return amounts.reduce((sum, text) => sum + Number(text.replace(/\D/g, '')), 0)
}

const centsOf = (text: string | null): number => Number((text ?? '').replace(/\D/g, ''))

const card = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: 'Key figures' }).getByRole('link').filter({ hasText: label })

async function expectTotal(page: Page, total: number) {
  await expect(page).toHaveURL(/\/transactions/)
  await expect(page.getByText(`of ${total} results`)).toBeVisible()
  await expect(rows(page)).toHaveCount(total)
}

test.beforeEach(async ({ account }) => {
  expect(account.email).toBeTruthy()
})

test('a new merchant sees zeros and no charts', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(figure(page, 'Total Revenue')).toContainText('$0.00')
  await expect(figure(page, 'Success Rate')).toContainText('0.0%')
  await expect(page.getByText('No data available')).toHaveCount(2)
  await expect(page.getByText('No transactions found')).toBeVisible()
})

test('a new merchant gets a list of first steps, ticked by existing data, and hides it', async ({
  page,
}) => {
  await page.goto('/dashboard')
  const start = region(page, 'Get started')
  await expect(start).toContainText('0 of 5 done')
  await expect(region(page, 'Key figures')).toContainText('no payments yet')
  await start.getByRole('link', { name: /^\d?Create a payment link/ }).click()
  await expect(page).toHaveURL(/\/links\?add=true$/)
  await page.request.post('/api/payment-links', {
    data: { title: 'Dinner', currency: 'USD', amount: '7.00' },
  })
  await takePayment(page, { ...GRACE, amount: '7.00' })

  await page.goto('/dashboard')
  await expect(start).toContainText('2 of 5 done')
  await expect(start.getByRole('link', { name: /Done/ })).toHaveCount(2)
  await start.getByRole('button', { name: 'Hide this list' }).click()
  await expect(start).toHaveCount(0)
  await page.reload()
  await expect(figure(page, 'Transactions')).toContainText('1')
  await expect(start).toHaveCount(0)
})

test('today is live: a payment taken elsewhere shows at once', async ({ page }) => {
  await page.goto('/dashboard')
  const today = region(page, 'Today')
  await expect(today).toContainText('$0.00')
  await expect(today).toContainText('Nothing pending, nothing failed today')

  await takePayment(page, { ...GRACE, amount: '7.00' })
  await expect(today.getByRole('link', { name: '$7.00 today so far' })).toBeVisible()
  await takePayment(page, { ...GRACE, amount: '5.02' })
  await expect(today).toContainText('1 failed today · Insufficient funds')
  await takePayment(page, { ...ALAN, amount: '9.03' })
  await expect(today).toContainText('1 pending · $9.03')
})

test('each card opens the rows of its figure', async ({ page }) => {
  for (const payment of payments) await takePayment(page, payment)
  await page.goto('/dashboard')

  const revenue = await figure(page, 'Total Revenue').locator('p').nth(1).textContent()
  await card(page, 'Total Revenue').click()
  await expectTotal(page, 3)
  expect(await sumShownCents(page)).toBe(centsOf(revenue))
  expect(revenue).toBe('$123.60')

  await page.goBack()
  await expect(figure(page, 'Transactions')).toContainText('5')
  await card(page, 'Transactions').click()
  await expectTotal(page, 5)

  await page.goBack()
  await expect(figure(page, 'Success Rate')).toContainText('80.0%')
  await card(page, 'Success Rate').click()
  await expectTotal(page, 5)
  await expect(rows(page).filter({ hasText: 'Success' })).toHaveCount(4)

  await page.goBack()
  await expect(figure(page, 'Active Customers')).toContainText('2')
  await card(page, 'Active Customers').click()
  await expect(page).toHaveURL(/\/customers\?status=active/)
  const content = page.getByRole('main')
  await expect(content.getByText('Grace Hopper').first()).toBeVisible()
  await expect(content.getByText('Alan Turing').first()).toBeVisible()
})

test('a day of the chart opens its payments, by keyboard and by click', async ({ page }) => {
  for (const payment of payments) await takePayment(page, payment)
  await page.goto('/dashboard')
  const chart = page.getByRole('region', { name: 'Transaction Volume' })
  const day = chart.getByRole('link', { name: /^5 payments on/ })

  await day.focus()
  await expect(day).toBeInViewport()
  await page.keyboard.press('Enter')
  await expectTotal(page, 5)
  await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1/)

  await page.goBack()
  const { x, y } = await lastDay(page)
  await page.mouse.move(x, y)
  await expect(chart.locator('[data-tooltip]')).toContainText('Payments5')
  await page.mouse.click(x, y)
  await expectTotal(page, 5)
})

/** Returns the position of the last day, at half the height of the chart. The first day is `width` to the left. */
async function lastDay(page: Page) {
  // Waits until everything above the chart is loaded, because it moves the chart.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const chart = page.getByRole('region', { name: 'Transaction Volume' })
  await chart.scrollIntoViewIfNeeded()
  const plot = await chart.locator('[data-plot]').boundingBox()
  if (!plot) throw new Error('the chart is not drawn')
  return { x: plot.x + plot.width - 2, y: plot.y + plot.height / 2, width: plot.width }
}

test('a click counts at its position, also without a pointer move', async ({ page }) => {
  await takePayment(page, { ...GRACE, amount: '7.00' })
  await page.goto('/dashboard')
  const { x, y, width } = await lastDay(page)

  await clickAt(page, x, y)
  await expectTotal(page, 1)
  const dayOf = () => new URL(page.url()).searchParams.get('from') ?? ''
  const today = dayOf()

  await page.goBack()
  await lastDay(page)
  await clickAt(page, x - width / 2, y)
  await expect(page).toHaveURL(/\/transactions\?from=/)
  const daysBack = (Date.parse(today) - Date.parse(dayOf())) / 86_400_000
  expect(daysBack).toBeGreaterThan(12)
  expect(daysBack).toBeLessThan(18)
})

test('a tap on the chart opens its day', async ({ browser, server, context }) => {
  const phone = await browser.newContext({
    baseURL: server.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    storageState: await context.storageState(),
  })
  const page = await phone.newPage()
  const pageErrors = watch(page)
  await takePayment(page, { ...GRACE, amount: '7.00' })
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Transaction Volume' }).scrollIntoViewIfNeeded()
  const { x, y } = await lastDay(page)

  await page.touchscreen.tap(x, y)

  await expect(page).toHaveURL(/\/transactions\?from=(\d{4}-\d\d-\d\d)&to=\1/)
  await expect(page.getByText('of 1 results')).toBeVisible()
  expect(pageErrors).toEqual([])
  await phone.close()
})

test('a slice opens its payments, by keyboard and by click', async ({ page }) => {
  for (const payment of payments) await takePayment(page, payment)
  await page.goto('/dashboard')
  const chart = page.getByRole('region', { name: 'Payment Methods' })

  await chart.getByRole('link', { name: '3 successful payments by Credit Card' }).focus()
  await page.keyboard.press('Enter')
  await expectTotal(page, 3)

  await page.goBack()
  await chart.locator('[data-slice]').last().click()
  await expect(page).toHaveURL(/paymentMethod=paypal/)
  await expectTotal(page, 1)
})

test('figures that fail to load show an error and are retried', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*ERR_FAILED/)
  await takePayment(page, { ...GRACE, amount: '7.00' })
  const figures = /\/trpc\/.*dashboard\.stats/
  await page.goto('/payments')
  await page.route(figures, (route) => route.abort())
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByText('The key figures could not be loaded')).toBeVisible()
  await page.unroute(figures)
  // Calls of the same batch failed too: the first Retry belongs to today's figures.
  await page.getByRole('button', { name: 'Retry' }).nth(1).click()
  await expect(figure(page, 'Total Revenue')).toContainText('$7.00')
})

test('each figure shows its period and currency, and its change shows the compared period', async ({
  page,
  account: _,
}) => {
  await takePayment(page, { ...GRACE, amount: '12.34' })
  await page.goto('/')
  await expect(figure(page, 'Total Revenue')).toContainText('$12.34')
  const figures = region(page, 'Key figures')
  await expect(figures.getByText('All time', { exact: false })).toHaveCount(1)
  for (const basis of [
    'in USD',
    'all currencies',
    'all active customers',
    'of final payments, all currencies',
  ]) {
    await expect(figures.getByText(basis, { exact: true })).toBeVisible()
  }
  // The text that replaces each line for screen readers.
  await expect(figures).toContainText('Last 30 days: $12.34')
  await expect(figures).toContainText('Last 30 days: 1 new')
  await expect(figures).toContainText('Last 30 days: 100.0%')
})

test('the average of no payments is not shown as 0.00', async ({ page, account: _ }) => {
  await page.goto('/analytics')
  const card = region(page, 'Key figures')
    .getByRole('link')
    .filter({ hasText: 'Average Transaction Value' })
  await expect(card).toContainText('No data yet')
  await expect(card).not.toContainText('0.00')
})
