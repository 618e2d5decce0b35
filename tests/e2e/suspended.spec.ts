import { expect, test } from './support/fixtures.ts'
import { setStatus } from './support/merchant-status.ts'
import { fillPayment, region, submitPayment, toast } from './support/screens.ts'

test('a suspended merchant sees a message on the payment and report pages', async ({
  page,
  server,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*403/)
  const notice = page.getByRole('note').filter({ hasText: 'This account is suspended' })
  await page.goto('/payments')
  await fillPayment(page, { amount: '5.00', method: 'PayPal' })
  await expect(notice).toBeHidden()
  setStatus(server, account.email, 'suspended')

  await submitPayment(page)
  await expect(toast(page, 'Payment Error')).toContainText(
    'This account is suspended, so the payment was not taken.',
  )
  await expect(region(page, 'Last payment')).toContainText('cannot take payments')
  await expect(page.getByText('Please try again')).toHaveCount(0)
  await expect(notice).toBeVisible()

  await page.goto('/')
  await expect(notice).toContainText('No payments can be taken until it is active again.')
  setStatus(server, account.email, 'verified')
  await page.reload()
  await expect(region(page, 'Key figures')).toBeVisible()
  await expect(notice).toBeHidden()
})
