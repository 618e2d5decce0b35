import { takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

async function openDialog(page: Page): Promise<void> {
  const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  const answer = await takePayment(page, { ...grace, amount: '100.00' })
  const { transactionId } = (await answer.json()) as { transactionId: string }
  await page.goto(`/transactions/${transactionId}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Grace Hopper will get $100.00')
}

test('an owner switches mails to customers off and chooses their language', async ({
  page,
  account: _,
}) => {
  await page.goto('/settings?tab=payments')
  const save = page.getByRole('button', { name: 'Save mails' })
  await expect(save).toBeDisabled()
  await expect(region(page, 'Mails to customers')).toContainText('This server sends no mail.')

  await page.getByLabel('Send customers receipts').click()
  await page.getByLabel('Language of mails to customers').selectOption('Italiano')
  await save.click()

  await expect(toast(page, 'Mails saved')).toBeVisible()
  await expect(save).toBeDisabled()
  await page.goto('/settings?tab=payments')
  await expect(page.getByLabel('Send customers receipts')).not.toBeChecked()
  await expect(page.getByLabel('Language of mails to customers')).toHaveValue('it')
})

test('the refund dialog says that no receipt goes out where the server sends no mail', async ({
  page,
  account: _,
}) => {
  await openDialog(page)

  await expect(page.getByRole('dialog')).toContainText(
    'No receipt is mailed: this server sends no mail.',
  )
})
