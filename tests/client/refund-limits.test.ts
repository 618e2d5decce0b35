import { expect, test } from './support/fixtures.ts'
import { toast } from './support/screens.ts'

test('an owner sets the refund limit for staff, and removes a limit again', async ({
  page,
  account: _,
}) => {
  await page.goto('/settings')
  const save = page
    .getByRole('form', { name: 'Refunds by staff' })
    .getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()

  await page.getByLabel('For one refund').fill('lots')
  await save.click()
  await expect(
    page.getByText('Enter an amount such as 50.00, or leave the field empty.'),
  ).toBeVisible()
  await page.getByLabel('For one refund').fill('20')
  await expect(page.getByText('Up to $20.00 in one refund.')).toBeVisible()
  await save.click()

  await expect(toast(page, 'Limits saved')).toBeVisible()
  await expect(page.getByLabel('For one refund')).toHaveValue('20.00')
  await page.getByLabel('For one refund').fill('')
  await save.click()
  await expect(page.getByText('No limit for one refund.')).toBeVisible()
  await expect(save).toBeDisabled()
})
