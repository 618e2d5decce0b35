import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { amountField, fillPayment, submitPayment, toast } from './support/screens.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

const chooseInDialog = (page: Page, name: 'Stay' | 'Leave') =>
  question(page).getByRole('button', { name }).click()

const goTo = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name, exact: true })
    .click()

test('settings warn before unsaved changes are lost, and keep them for a person who stays', async ({
  page,
  account: _,
}) => {
  await page.goto('/settings')
  await page.getByLabel('Website').fill('https://bar.example')
  await goTo(page, 'Customers')
  await expect(question(page)).toBeVisible()
  await chooseInDialog(page, 'Stay')
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByLabel('Website')).toHaveValue('https://bar.example')

  await page.getByRole('tab', { name: 'Team' }).click()
  await expect(question(page)).toBeVisible()
  await chooseInDialog(page, 'Stay')

  await goTo(page, 'Customers')
  await chooseInDialog(page, 'Leave')
  await expect(page).toHaveURL(/\/customers$/)
  await expect(question(page)).toHaveCount(0)
})

test('a person who keeps an unsaved form stays in test mode', async ({ page, account: _ }) => {
  await page.request.post('/trpc/merchant.goLive', { data: {} })
  await page.goto('/settings')
  await page.getByLabel('Website').fill('https://bar.example')

  await page.getByRole('button', { name: 'Switch to live' }).click()
  await chooseInDialog(page, 'Stay')

  await expect(page.getByLabel('Website')).toHaveValue('https://bar.example')
  expect(document.cookie).not.toContain('incasso-book')
  await page.getByRole('form', { name: 'Business' }).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
})

test('no warning shows once the changes are saved or undone', async ({ page, account: _ }) => {
  await page.goto('/settings')
  await page.getByLabel('Website').fill('https://bar.example')
  await page.getByRole('form', { name: 'Business' }).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await page.getByLabel('Website').fill('https://other.example')
  await page.getByLabel('Website').fill('https://bar.example')
  await goTo(page, 'Payments')
  await expect(page).toHaveURL(/\/payments$/)
})

test('a half-filled payment shows a warning; a refused one can be left', async ({
  page,
  account: _,
}) => {
  await page.goto('/payments')
  await amountField(page).fill('12.00')
  await goTo(page, 'Customers')
  await chooseInDialog(page, 'Stay')
  await expect(amountField(page)).toHaveValue('12.00')

  await fillPayment(page, { amount: '12.01', method: 'PayPal' })
  await submitPayment(page)
  await expect(toast(page, 'Payment Failed')).toBeVisible()
  await page.getByRole('button', { name: 'Try again with another method' }).click()
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeFocused()
  await expect(amountField(page)).toHaveValue('12.01')
  await page.getByRole('link', { name: 'View transaction' }).click()
  await expect(page).toHaveURL(/\/transactions\/./)
})

test('a customer’s dialog warns before it closes with unsaved changes', async ({
  page,
  account: _,
}) => {
  await page.goto('/customers?add=true')
  const form = page.getByRole('dialog', { name: 'Add New Customer' })
  await form.getByLabel('Name').fill('Ada')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await chooseInDialog(page, 'Stay')
  await expect(form.getByLabel('Name')).toHaveValue('Ada')

  await form.getByRole('button', { name: 'Cancel' }).click()
  await chooseInDialog(page, 'Leave')
  await expect(form).toHaveCount(0)

  await page.goto('/customers?add=true')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
})

test('signing out shows no warning: the session ends either way', async ({ page, account: _ }) => {
  await page.goto('/settings')
  await page.getByLabel('Website').fill('https://bar.example')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
})
