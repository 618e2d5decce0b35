import { takePayment } from '#tests/e2e/support/account.ts'
import { abortCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { choose } from './support/screens.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

/** Takes four payments in dollars, of which three succeed, and one in euros. */
async function takePayments(page: Page) {
  for (const amount of ['10.00', '20.50', '30.00', '5.01']) {
    await takePayment(page, { amount, ...grace })
  }
  await takePayment(page, { amount: '7.25', currency: 'EUR', ...grace })
}

const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)

/** Returns the sum of the listed amounts in cents, and how many of the payments succeeded. */
async function readRows(page: Page, count: number) {
  const rows = page.getByRole('main').locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(count)
  const texts = await rows.allInnerTexts()
  const amounts = texts.map((text) => cents(/[$€£][\d,.]+/.exec(text)?.[0] ?? ''))
  return {
    sum: amounts.reduce((total, each) => total + each, 0),
    succeeded: texts.filter((text) => text.includes('Success')).length,
  }
}

test('every report shows a message when there are no payments', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await page.goto('/analytics')
  await expect(page.getByRole('heading', { name: 'Analytics & Reports', level: 1 })).toBeVisible()
  for (const name of ['Revenue Trends', 'Transaction Success Rate', 'Top Performing Periods']) {
    await expect(section(page, name)).toContainText('No data available')
  }
  await expect(section(page, 'Key figures')).toContainText('No data yet')
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveCount(0)
})

test('each figure equals the sum of the rows that it opens', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await takePayments(page)
  await page.goto('/analytics?range=7d')

  {
    const report = section(page, 'Revenue Trends')
    await expect(report).toContainText('Successful payments in USD per day')
    await report.getByRole('button', { name: 'Table' }).click()
    const link = report.getByRole('row').getByRole('link').first()
    const shown = cents(await link.innerText())
    expect(shown).toBe(6050)
    await link.click()
    await expect(page).toHaveURL(/status=success.*currency=USD.*from=.*to=/)
    expect((await readRows(page, 3)).sum).toBe(shown)
    await page.goBack()
  }

  {
    const report = section(page, 'Transaction Success Rate')
    await report.getByRole('button', { name: 'Table' }).click()
    const link = report.getByRole('row').getByRole('link').first()
    await expect(link).toHaveText('75.0%')
    await link.click()
    await expect(page).not.toHaveURL(/status=/)
    expect((await readRows(page, 4)).succeeded).toBe(3)
    await page.goBack()
  }

  {
    const average = section(page, 'Key figures').getByRole('link').first()
    await expect(average).toContainText('Average Transaction Value')
    await expect(average).toContainText('$20.17')
    await average.click()
    expect(Math.round((await readRows(page, 3)).sum / 3)).toBe(2017)
    await page.goBack()
  }

  {
    const top = section(page, 'Top Performing Periods').getByRole('link')
    await expect(top).toHaveCount(2)
    await expect(top.first()).toContainText('$60.50')
    await expect(top.last()).toContainText('100.0% of weekly volume')
    await top.last().click()
    await expect(page).toHaveURL(/weekday=\d&slot=\d|slot=\d.*weekday=\d/)
    expect((await readRows(page, 3)).sum).toBe(6050)
  }
})

test('the URL holds the range, the comparison and the currency', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await takePayments(page)
  await page.goto('/analytics')
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  await expect(page).toHaveURL(/\/analytics$/)
  await page.getByText('12 months', { exact: true }).click()
  await expect(page).toHaveURL(/range=12m/)
  const revenue = section(page, 'Revenue Trends')
  await expect(revenue).toContainText('Successful payments in USD per month')
  const rate = section(page, 'Transaction Success Rate')
  const top = section(page, 'Top Performing Periods')
  await expect(top).toContainText('Best month')

  for (const [label, range, rows] of [
    ['7 days', '7d', 7],
    ['30 days', '30d', 30],
    ['90 days', '90d', 90],
  ] as const) {
    await page.getByText(label, { exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`range=${range}`))
    await expect(revenue).toHaveAttribute('aria-busy', 'false')
    await revenue.getByRole('button', { name: 'Table' }).click()
    await expect(revenue.locator('tbody').getByRole('row')).toHaveCount(rows)
    await expect(rate).toContainText(range === '90d' ? 'per week' : 'per day')
    await expect(top).toContainText('Best day')
    await revenue.getByRole('button', { name: 'Table' }).click()
  }

  await page.getByRole('switch', { name: 'Compare with the previous period' }).check()
  await expect(page).toHaveURL(/compare=true/)
  await revenue.getByRole('button', { name: 'Table' }).click()
  await expect(revenue.getByRole('columnheader', { name: 'Previous period' })).toBeVisible()

  await choose(page, 'Currency', 'EUR')
  await expect(page).toHaveURL(/currency=EUR/)
  await expect(revenue).toContainText('Successful payments in EUR per day')
  await expect(revenue.getByRole('link').first()).toHaveText('€7.25')
  await expect(section(page, 'Key figures')).toContainText('€7.25')
  await page.reload()
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR')
})

test('the axis of the success rate runs from 95 to 100 when the values allow it', async ({
  page,
  account,
}) => {
  expect(account.email).toBeTruthy()
  await takePayment(page, { amount: '10.00', ...grace })
  await page.goto('/analytics')
  const rate = section(page, 'Transaction Success Rate')
  await expect(rate.getByText('95%', { exact: true })).toBeVisible()
  await expect(rate.getByText('100%', { exact: true })).toBeVisible()
  await expect(rate.getByText('90%', { exact: true })).toHaveCount(0)
})

test('a failed report can be retried', async ({ page, account, expectedErrors }) => {
  expect(account.email).toBeTruthy()
  expectedErrors.push(/Failed to load resource/)
  await page.goto('/payments')
  const restoreCall = await abortCall(page, 'analytics.revenue')
  await page.getByRole('link', { name: 'Analytics', exact: true }).click()
  await expect(page.getByText('The revenue could not be loaded')).toBeVisible()
  await restoreCall()

  await section(page, 'Revenue Trends').getByRole('button', { name: 'Retry' }).click()
  await expect(section(page, 'Revenue Trends')).toContainText('No data available')
})
