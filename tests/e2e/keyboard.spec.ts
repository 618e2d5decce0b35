import type { Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { amountField, region, tabTo, toast } from './support/screens.ts'

// Pending payments stay pending, so that the tests can decide them.
test.use({ settlementMs: 3_600_000 })

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a merchant works a day without a mouse: payment, search, filter, detail, customer', async ({
  page,
  account: _,
}) => {
  const alan = { customerName: 'Alan Turing', customerEmail: 'alan@example.com' }
  await takePayment(page, { ...alan, amount: '50.00', paymentMethod: 'bank' })
  await page.goto('/dashboard')
  await expect(page.getByText('Alan Turing').first()).toBeVisible()

  await test.step('a payment by card', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(title(page, 'Process Payment')).toBeFocused()
    await tabTo(page, amountField(page))
    await page.keyboard.type('19.99')
    await tabTo(page, page.getByRole('combobox', { name: 'Customer Name' }))
    await page.keyboard.type('Grace Hopper')
    await page.keyboard.press('Tab')
    await page.keyboard.type('grace@example.com')
    await tabTo(page, page.getByLabel('Card Number'))
    await page.keyboard.type('4242424242424242')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1229')
    await page.keyboard.press('Tab')
    await page.keyboard.type('737')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Payment Successful')).toBeVisible()
    await expect(amountField(page)).toBeFocused()
    await tabTo(page, page.getByRole('link', { name: 'View transaction' }))
  })

  await test.step('the payment page', async () => {
    await page.keyboard.press('Enter')
    await expect(region(page, 'Timeline')).toBeVisible()
    await expect(page.getByRole('main').getByText('$19.99').first()).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'Grace Hopper' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/transactions\?.*customerId=/)
  })

  await test.step('the list without that filter, searched and filtered', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Remove filter Customer Grace Hopper' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search transactions' })).toBeFocused()
    await page.keyboard.type('alan')
    await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
    await tabTo(page, page.getByRole('combobox', { name: 'Status' }))
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(/status=success/)
    await expect(page.getByText('No transactions match these filters.')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(/status=pending/)
    await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  })

  await test.step('the page of the search result, and a decision', async () => {
    await tabTo(page, page.getByRole('link', { name: /^#TXN-/ }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Mark as paid' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await tabTo(page, dialog.getByRole('button', { name: 'Mark as paid' }))
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Payment marked as paid')).toBeVisible()
    await expect(region(page, 'Timeline')).toContainText('Payment succeeded')
  })

  await test.step('a new customer is added and found', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await expect(title(page, 'Customer Management')).toBeFocused()
    await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Add Customer' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Ada Lovelace')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Customer added')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search customers' })).toBeFocused()
    await page.keyboard.type('ada')
    await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'View Ada Lovelace' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible()
  })
})
