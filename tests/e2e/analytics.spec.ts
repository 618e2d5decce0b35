import type { Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { clickAt } from './support/screens.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

/** Takes four payments in dollars, three of which succeed, and one in euro. */
async function takePayments(page: Page) {
  for (const amount of ['10.00', '20.50', '30.00', '5.01']) {
    await takePayment(page, { amount, ...grace })
  }
  await takePayment(page, { amount: '7.25', currency: 'EUR', ...grace })
}

test('the charts show their figures and open their rows', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await takePayments(page)
  await page.goto('/analytics?range=7d')

  const revenue = section(page, 'Revenue Trends')
  const bar = revenue.locator('[data-bar]').last()
  await bar.hover()
  await expect(revenue.getByText('Revenue', { exact: true })).toBeVisible()
  await expect(revenue.getByText('$60.50')).toBeVisible()
  await bar.click()
  await expect(page).toHaveURL(/\/transactions\?.*status=success/)
  await page.goBack()

  const rate = section(page, 'Transaction Success Rate')
  await expect(rate.getByText('80%', { exact: true })).toBeVisible()
  const dot = rate.locator('[data-dot]').last()
  await dot.hover()
  await expect(rate.getByText('Success Rate', { exact: true })).toBeVisible()
  await expect(rate.getByText('75.0%')).toBeVisible()
  await page.mouse.down()
  await page.mouse.up()
  await expect(page).toHaveURL(/\/transactions\?.*from=/)
  await expect(page).not.toHaveURL(/status=/)
})

test('a month opens by a tap anywhere in its column, without a pointer move', async ({
  page,
  account,
}) => {
  expect(account.email).toBeTruthy()
  await takePayments(page)
  for (const [title, xShare] of [
    ['Revenue Trends', 8.5 / 12],
    ['Transaction Success Rate', 8 / 11],
  ] as const) {
    await page.goto('/analytics?range=12m')
    const report = section(page, title)
    await report.getByRole('button', { name: 'Table' }).click()
    const monthLabel = await report.locator('tbody th').nth(3).textContent()
    await report.getByRole('button', { name: 'Table' }).click()
    const plot = await report.locator('[data-plot]').boundingBox()
    if (!plot) throw new Error(`${title} is not drawn`)

    await clickAt(page, plot.x + plot.width * xShare + 5, plot.y + 20)

    await expect(page).toHaveURL(/\/transactions\?.*from=\d{4}-\d\d-01/)
    const from = new URL(page.url()).searchParams.get('from') ?? ''
    const month = new Intl.DateTimeFormat('en-US', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    expect(month.format(new Date(from))).toBe(monthLabel)
  }
})
