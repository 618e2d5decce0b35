import { takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

async function openDialog(page: Page): Promise<void> {
  const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  const response = await takePayment(page, { ...grace, amount: '100.00' })
  const { transactionId } = (await response.json()) as { transactionId: string }
  await page.goto(`/transactions/${transactionId}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Grace Hopper will get $100.00')
}

test('an owner switches mails to customers off and chooses their language', async ({
  page,
  account: _,
}) => {
  await page.goto('/settings?tab=payments')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await expect(region(page, 'Customer emails')).toContainText('This server sends no email.')

  await page.getByLabel('Send customers receipts').click()
  await page.getByLabel('Language of customer emails').selectOption('Italiano')
  await save.click()

  await expect(toast(page, 'Customer emails saved')).toBeVisible()
  await expect(save).toBeDisabled()
  await page.goto('/settings?tab=payments')
  await expect(page.getByLabel('Send customers receipts')).not.toBeChecked()
  await expect(page.getByLabel('Language of customer emails')).toHaveValue('it')
})

test('the refund dialog warns that no receipt is sent when the server sends no mail', async ({
  page,
  account: _,
}) => {
  await openDialog(page)

  await expect(page.getByRole('dialog')).toContainText(
    'No receipt is emailed: this server sends no email.',
  )
})
