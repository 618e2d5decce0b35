import { formatMonth } from '#client/lib/words/days.ts'
import { addMonths } from '#server/shared/day.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { refuseCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, rowWith, toast } from './support/screens.ts'

/** Adds takings of the last month to the stored sums, as its payments would have. Returns that month. */
async function fillLastMonth({ db }: TestApp): Promise<string> {
  const { id, timezone } = await db
    .selectFrom('merchants')
    .select(['id', 'timezone'])
    .executeTakeFirstOrThrow()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())
  const month = addMonths(today.slice(0, 7), -1)
  const common = { merchantId: id, calendar: 0, day: `${month}-10`, currency: 'USD' } as const
  await db
    .insertInto('rollupDays')
    .values({
      ...common,
      paymentMethod: 'card',
      status: 'success',
      count: 3,
      amount: 30_000,
      processingMs: 0,
    })
    .execute()
  await db
    .insertInto('rollupRefundDays')
    .values({ ...common, paymentMethod: 'card', status: 'success', count: 1, amount: 4000 })
    .execute()
  return month
}

const dialog = (page: Page) => page.getByRole('dialog')

test('a past month is closed after one confirmation that says what it means', async ({
  page,
  server,
  account: _,
}) => {
  const month = await fillLastMonth(server)
  await page.goto('/money')
  await page.getByRole('link', { name: 'Months' }).click()
  await expect(rowWith(page, formatMonth(month))).toContainText('Open')

  await page.getByRole('link', { name: formatMonth(month) }).click()

  const takings = region(page, 'Takings by day and method')
  await expect(takings).toContainText('$300.00$40.00$0.00$260.003')
  await expect(takings.getByRole('link', { name: '$300.00' })).toHaveAttribute(
    'href',
    new RegExp(`/transactions\\?.*from=${month}-10.*`),
  )
  await page.getByRole('button', { name: 'Close the month' }).click()
  await expect(dialog(page)).toContainText('This cannot be undone.')
  await dialog(page).getByLabel('VAT by rate').fill('a lot')
  await dialog(page).getByRole('button', { name: 'Close the month' }).click()
  await expect(dialog(page)).toContainText('Write one line for each rate')
  await dialog(page).getByLabel('VAT by rate').fill('22: 46,89')
  await dialog(page).getByRole('button', { name: 'Close the month' }).click()

  await expect(toast(page, 'Month closed')).toContainText('can no longer change')
  await expect(page.getByRole('main')).toContainText('Checksum (SHA-256)')
  await expect(region(page, 'VAT entered at the close')).toContainText(/22 %\s*\$46\.89/)
  await expect(page.getByRole('button', { name: 'Close the month' })).toHaveCount(0)
  const sheet = document.querySelector('[data-testid="month-print"]')
  expect(sheet?.textContent).toMatch(/Closed on .*Days in/)
})

test('a refused close leaves the dialog open with the reason', async ({
  page,
  server,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const month = await fillLastMonth(server)
  await page.goto(`/money/months/${month}`)
  await page.getByRole('button', { name: 'Close the month' }).click()
  await refuseCall(page, 'months.close', {
    code: 'conflict',
    status: 409,
    detail: 'Close the months before it first.',
    requestId: 'req-1',
  })

  await dialog(page).getByRole('button', { name: 'Close the month' }).click()

  await expect(dialog(page)).toContainText('Close the months before it first.')
})

test('an accountant closes months and is offered no other change', async ({
  page,
  server,
  account: _,
}) => {
  const month = await fillLastMonth(server)
  await server.db.updateTable('merchantMembers').set({ role: 'accountant' }).execute()

  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Customer management', level: 1 })).toBeVisible()
  await expect(page.getByText('No customers found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Customer' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Process Payment' })).toHaveCount(0)
  await page.goto('/payments')
  await expect(page.getByRole('main')).toContainText('Accountants see the books')
  await page.goto(`/money/months/${month}`)
  await expect(page.getByRole('button', { name: 'Close the month' })).toBeVisible()
})

test('a month without money is not found', async ({ page, account: _, expectedErrors }) => {
  expectedErrors.push(/404/)

  await page.goto('/money/months/2001-01')

  await expect(page.getByRole('main')).toContainText('No such month')
})
