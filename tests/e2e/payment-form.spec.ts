import { expect, test } from './support/fixtures.ts'
import { amountField, toast } from './support/screens.ts'

test.beforeEach(async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await page.goto('/payments')
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
})

test('a payment is taken with the keyboard alone', async ({ page }) => {
  await amountField(page).focus()
  await page.keyboard.type('19.99')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Grace Hopper')
  await page.keyboard.press('Tab')
  await page.keyboard.type('grace@example.com')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Credit Card' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Coffee')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Payment Successful')).toBeVisible()
  await expect(amountField(page)).toBeFocused()
})
