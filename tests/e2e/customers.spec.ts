import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

const addDialog = (page: Page) => dialog(page, 'Add New Customer')

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Customers' }).getByRole('listitem').filter({ hasText: name })

const addButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Add Customer', exact: true })

async function createCustomer(page: Page, name: string, status = 'active') {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const response = await page.request.post('/api/customers', { data: { name, email, status } })
  expect(response.status()).toBe(201)
  return (await response.json()) as { id: string }
}

test('a customer is added by keyboard alone', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await createCustomer(page, 'Alan Turing')
  await page.goto('/customers')
  await addButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(addDialog(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(addDialog(page)).toBeHidden()
  await expect(addButton(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(addDialog(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Enter')

  await expect(card(page, 'Ada Lovelace')).toContainText('AL')
  await expect(addDialog(page)).toBeHidden()
  await expect(addButton(page)).toBeFocused()
})
