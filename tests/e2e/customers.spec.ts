import type { Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'
import { findCutOff, findOverflowing, widths } from './support/widths.ts'

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

test('a customer is added with the keyboard alone', async ({ page, account }) => {
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

const LONG_NAME = 'Maria Alessandra Federica Bonaventura von Hohenstein-Wittels'

for (const language of ['spec', 'it'] as const) {
  test(`the customers page cuts nothing off at any width (${language})`, async ({
    page,
    context,
    server,
    account: _,
  }) => {
    await context.addCookies([{ name: 'incasso-language', value: language, url: server.url }])
    const person = {
      customerName: LONG_NAME,
      customerEmail: `maria.${'wittelsbach.'.repeat(7)}x@a.it`,
    }
    for (const currency of ['USD', 'EUR', 'GBP'] as const) {
      await takePayment(page, { ...person, amount: '99999999.00', currency })
    }
    await createCustomer(page, 'Alan Turing', 'inactive')
    await page.goto('/customers')
    const list = page.locator('section', { has: page.locator('[data-opens-row]') })
    for (const layout of ['cards', 'table'] as const) {
      if (layout === 'table') await list.page().locator('input[value=table] + label').click()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const isTable = layout === 'table' && width >= 1200
        await expect(list.getByRole('table')).toHaveCount(isTable ? 1 : 0)
        await expectNoSidewaysScroll(page)
        expect(await findCutOff(list), `cut off at ${width}`).toEqual([])
        expect(await findOverflowing(list), `too wide at ${width}`).toEqual([])
      }
    }
  })
}

test('a click anywhere on a card opens its customer, except on a button', async ({
  page,
  context,
  account: _,
}) => {
  const { id } = await createCustomer(page, 'Alan Turing')
  await page.goto('/customers')
  await card(page, 'Alan Turing').getByRole('button', { name: 'Edit Alan Turing' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/customers$/)

  const newPage = context.waitForEvent('page')
  await card(page, 'Alan Turing').getByText('Active').click({ button: 'middle' })
  await expect(await newPage).toHaveURL(`/customers/${id}`)
  await card(page, 'Alan Turing').getByText('Active').click()
  await expect(page).toHaveURL(`/customers/${id}`)
})

test('each figure of a customer fits on its own line on a tablet', async ({ page, account: _ }) => {
  const customer = { customerName: 'Ada Lovelace', customerEmail: 'ada@example.com' }
  for (const currency of ['USD', 'EUR'] as const) {
    await takePayment(page, { ...customer, amount: '13131313.13', currency })
  }
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/customers')
  const figures = card(page, 'Ada Lovelace').locator('dd')
  await expect(figures.first()).toContainText('13,131,313.13')

  const wrappedFigures = await figures.evaluateAll((all) =>
    all.flatMap((dd) => {
      const words = dd.textContent ?? ''
      const range = document.createRange()
      range.selectNodeContents(dd)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)))
      // Amounts in two currencies take two lines.
      return lines.size > 2 ? [words] : []
    }),
  )
  expect(wrappedFigures).toEqual([])
  await expectNoSidewaysScroll(page)
})
