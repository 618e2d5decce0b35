import { refundPart, takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { choose } from './support/screens.ts'

const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export a file' })
const period = (page: Page) => dialog(page).getByRole('combobox', { name: 'Period' })

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(dialog(page)).toBeVisible()
}

test('an export offers the list first, and other files begin with the last month', async ({
  page,
  account: _,
}) => {
  await takePayment(page, { amount: '10.00', ...grace })
  await page.goto('/transactions?status=success')
  await openDialog(page)

  await expect(dialog(page).getByRole('radio', { name: 'Payments' })).toBeChecked()
  await expect(period(page)).toHaveValue('view')
  await expect(period(page)).toContainText('This list: 1 row')
  await expect(dialog(page).getByRole('combobox', { name: 'Format' })).toHaveValue('excel-en')
  await dialog(page).getByRole('radio', { name: 'Takings by day' }).click()
  await expect(period(page)).toHaveValue('last-month')
  await expect(period(page)).not.toContainText('This list')
  await dialog(page).getByRole('radio', { name: 'Payments' }).click()
  await expect(period(page)).toHaveValue('view')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
})

test('other days are checked before anything is exported', async ({ page, account: _ }) => {
  await takePayment(page, { amount: '10.00', ...grace })
  await page.goto('/transactions')
  await openDialog(page)

  await choose(page, 'Period', 'Other days')
  await dialog(page).getByRole('textbox', { name: 'From' }).fill('2026-03-10')
  await dialog(page).getByRole('textbox', { name: 'To' }).fill('2026-03-09')
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expect(dialog(page)).toContainText('This is before the first day.')
  await dialog(page).getByRole('textbox', { name: 'To' }).fill('soon')
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expect(dialog(page)).toContainText('Type a day, such as 21 Nov')
})

test('analytics show the takings of each day by method, with their total and their payments', async ({
  page,
  account: _,
}) => {
  const paid = await takePayment(page, { amount: '10.00', ...grace })
  await takePayment(page, { amount: '5.50', paymentMethod: 'paypal', ...grace })
  await takePayment(page, { amount: '3.01', ...grace })
  const { id } = (await paid.json()) as { id: string }
  await refundPart(page, id, '4.00')
  await page.goto('/analytics?range=7d')

  const report = page.getByRole('region', { name: 'Takings by day' })
  await expect(report).toContainText('Refunds count on the day of the refund.')
  const rows = report.getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(2)).toContainText(/PayPal\s*1\s*\$5\.50\s*–\s*\$5\.50/)
  await expect(rows.nth(1)).toContainText(/Credit Card\s*1\s*\$10\.00\s*-\$4\.00\s*\$6\.00/)
  await expect(rows.nth(3)).toContainText(
    /Total of the period\s*2\s*\$15\.50\s*-\$4\.00\s*\$11\.50/,
  )

  await report.getByRole('button', { name: 'Export' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'Takings by day' })).toBeChecked()
  await expect(period(page)).toContainText(/As shown: .*, USD/)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await report.getByRole('link', { name: /^\$10\.00, / }).click()
  await expect(page).toHaveURL(/status=success.*paymentMethod=card.*currency=USD.*from=.*to=/)
})
