import { expect } from 'vitest'
import type { Locator } from './locator.ts'
import type { Page } from './page.ts'
import type { TextPattern } from './visible-text.ts'

/** The notice with this title, whether it is a status or an alert. */
export const toast = (page: Page, title: string): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title })

export const amountField = (page: Page): Locator => page.getByRole('spinbutton', { name: 'Amount' })

export const choose = (page: Page, label: TextPattern, option: string) =>
  page.getByRole('combobox', { name: label }).selectOption({ label: option })

type FormPayment = {
  amount?: string
  name?: string
  email?: string
  method?: 'Credit Card' | 'PayPal' | 'Bank Transfer'
  card?: { number?: string; expiry?: string; cvc?: string } | false
}

export const TEST_CARD = { number: '4242424242424242', expiry: '12/29', cvc: '737' }

export async function fillPayment(page: Page, payment: FormPayment) {
  const { amount, name = 'Grace Hopper', email = 'grace@example.com' } = payment
  const { method = 'Credit Card', card = TEST_CARD } = payment
  if (amount !== undefined) await amountField(page).fill(amount)
  await page.getByLabel('Customer Name').fill(name)
  await page.getByLabel('Customer Email').fill(email)
  await page.getByRole('radio', { name: method }).check()
  if (method === 'Credit Card' && card) {
    await page.getByLabel('Card Number').fill(card.number ?? '')
    await page.getByLabel('Expiry').fill(card.expiry ?? '')
    await page.getByLabel('CVC').fill(card.cvc ?? '')
  }
}

export const submitPayment = (page: Page) =>
  page.getByRole('button', { name: 'Process Payment' }).click()

/** The table row that contains this text, such as an amount. */
export const rowWith = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text })

/** The figure on the card with this label. */
export const figure = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: 'Key figures' }).getByText(label, { exact: true }).locator('..')

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name })

/** Elements that are still loading. */
export const busyElements = (page: Page): Locator => page.locator('[aria-busy="true"]')

/** Opens a page from the payment form through the navigation, so that only that page's own calls follow. */
export async function follow(page: Page, name: string) {
  await page.goto('/payments')
  await expect(page.getByText('Test amounts')).toBeVisible()
  await page.getByRole('link', { name, exact: true }).click()
}

/** Signs in through the form on the page. */
export async function signInOnScreen(page: Page, account: { email: string; password: string }) {
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('main').getByRole('button', { name: 'Accedi', exact: true }).click()
}
