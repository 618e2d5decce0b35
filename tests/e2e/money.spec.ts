import { takePayment } from './support/account.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { agePayments } from './support/busy-shop.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, region, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

test('payments become a balance and a payout, whose lines add up to it', async ({
  page,
  server,
  account: _,
}) => {
  await page.goto('/money')
  await expect(page.getByText('No balance yet')).toBeVisible()
  await expectAccessible(page, 'without a balance')
  for (const amount of ['100.00', '50.00']) await takePayment(page, { ...GRACE, amount })
  agePayments(server)
  const balances = region(page, 'Balances')
  // The page is updated live once the job has read the payments.
  await expect(balances).toContainText('$147.40')
  await expectAccessible(page, 'with a balance')

  await page.getByRole('button', { name: 'Pay out now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Pay out $147.40?')
  await expectOpenedAccessible(page, 'the confirmation')
  await dialog.getByRole('button', { name: 'Pay out' }).click()
  await expect(toast(page, 'Payout requested')).toBeVisible()
  await expect(balances).toContainText(/In transit to the bank\s*\$147\.40/)

  await region(page, 'Payouts').getByRole('row').nth(1).getByRole('link').click()
  const contents = region(page, 'What it contains')
  await expect(contents.getByRole('row').last()).toContainText(
    /Total\s*\$150\.00\s*-\$2\.60\s*\$147\.40/,
  )
  await expectAccessible(page, 'a payout')

  await contents.getByRole('link', { name: 'All entries of this payout' }).click()
  const entries = region(page, 'Balance entries')
  await expect(entries.getByRole('row')).toHaveCount(4)
  await expectAccessible(page, 'the entries of a payout')
  await entries.getByRole('row').filter({ hasText: '$49.05' }).getByText('$49.05').click()
  await expect(region(page, 'Fees and payout')).toContainText('$49.05')

  await page.setViewportSize({ width: 390, height: 800 })
  for (const path of ['/money', '/money/entries']) {
    await page.goto(path)
    await expect(page.getByRole('listitem').filter({ hasText: '$147.40' }).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})
