import { vi } from 'vitest'
import { takePayment } from '#tests/e2e/support/account.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import { amountField, choose, region } from './support/screens.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const button = (scope: Page | Locator, name: string) =>
  scope.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => dialogOf(page).getByLabel(name)

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const item = (page: Page, number: number) =>
  dialogOf(page).getByRole('textbox', { name: `Item ${number}`, exact: true })

const PRICE = /^Price of item \d/

async function openForm(page: Page, title: string) {
  await page.goto('/links')
  await button(page, 'Create a link').click()
  await field(page, 'Title').fill(title)
  await choose(page, 'Currency', 'EUR')
  await button(dialogOf(page), 'More options').click()
}

const storedChoices = async ({ db }: TestApp) => {
  const rows = await db
    .selectFrom('paymentLinks')
    .select(['amountKind', 'quantity', 'items', 'tips'])
    .execute()
  return rows.map(({ amountKind, ...columns }) => ({
    amountKind,
    ...Object.fromEntries(
      Object.entries(columns).map(([name, text]) => [name, text && JSON.parse(text)]),
    ),
  }))
}

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('a link with a quantity and tips is created, shown, and edited', async ({ page, server }) => {
  await openForm(page, 'Ticket')
  await choose(page, 'What the payer chooses', 'How many, at one price')
  await page.getByRole('spinbutton', { name: 'Price of one' }).fill('12.50')
  await expect(dialogOf(page)).toContainText('€12.50 each')
  await field(page, 'Fewest').fill('6')
  await field(page, 'Most').fill('5')
  await choose(page, 'Tips', 'In percent')
  await field(page, 'Suggested tips').fill('5 10 5')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('“Most” must not be less than “Fewest”.')
  await expect(dialogOf(page)).toContainText('Suggest each tip once.')
  await field(page, 'Fewest').fill('1')
  await field(page, 'Suggested tips').fill('5 10 15')
  await expect(dialogOf(page)).toContainText('Suggests 5%, 10%, 15%')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link is ready')
  await expect(page.locator('[data-testid="counter-card"]')).toContainText('€12.50 each')
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined)
  await button(dialogOf(page), 'Print card for the counter').click()
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()

  expect(await storedChoices(server)).toEqual([
    {
      amountKind: 'chosen',
      quantity: { price: 1250, min: 1, max: 5 },
      items: null,
      tips: { percents: [5, 10, 15] },
    },
  ])
  await page.getByRole('link', { name: 'See the link’s page' }).click()
  await expect(region(page, 'Details')).toContainText(/Price of one\s*€12.50/)
  await expect(region(page, 'Details')).toContainText(/Tips\s*5%, 10%, 15%/)
  await button(page, 'Edit').click()
  await expect(field(page, 'Most')).toHaveValue('5')
  await field(page, 'Most').fill('8')
  await choose(page, 'Tips', 'No tips')
  await button(dialogOf(page), 'Save').click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(region(page, 'Details')).toContainText('1 to 8')
  expect(await storedChoices(server)).toMatchObject([{ quantity: { max: 8 }, tips: null }])
})

test('a link with items names each error at its field, and ends as a fixed amount', async ({
  page,
  server,
}) => {
  await openForm(page, 'Bar')
  await choose(page, 'What the payer chooses', 'Items with prices')
  await expect(amountField(page)).toHaveCount(0)
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('Enter at least one item.')
  await item(page, 1).fill('Water')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('Enter a price.')
  const prices = dialogOf(page).getByRole('spinbutton', { name: PRICE })
  await prices.nth(0).fill('2')
  await button(dialogOf(page), 'Add an item').click()
  await item(page, 3).fill('Wine')
  await prices.nth(2).fill('5,50')
  await field(page, 'Most of item 3').fill('3')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link is ready')

  expect(await storedChoices(server)).toEqual([
    {
      amountKind: 'chosen',
      quantity: null,
      items: [
        { title: 'Water', price: 200, max: null },
        { title: 'Wine', price: 550, max: 3 },
      ],
      tips: null,
    },
  ])
  await page.getByRole('link', { name: 'See the link’s page' }).click()
  await expect(region(page, 'Details')).toContainText('Wine: €5.50, up to 3')
  await button(page, 'Edit').click()
  await choose(page, 'What the payer chooses', 'Nothing: the amount is fixed')
  await amountField(page).fill('9')
  await button(dialogOf(page), 'Save').click()
  await expect(dialogOf(page)).toHaveCount(0)
  expect(await storedChoices(server)).toMatchObject([{ amountKind: 'fixed', items: null }])
})

test('a payment shows the items and the tip that its payer chose', async ({ page, server }) => {
  const data = { title: 'Bar', items: [{ title: 'Wine', price: '5.50' }], currency: 'EUR' }
  const response = await page.request.post('/api/payment-links', { data })
  const { id: linkId } = (await response.json()) as { id: string }
  const taken = await takePayment(page, { ...GRACE, amount: '12.00', currency: 'EUR' })
  const { id, transactionId } = (await taken.json()) as { id: string; transactionId: string }
  const { merchantId } = await server.db
    .updateTable('transactions')
    .set({ linkId })
    .where('id', '=', id)
    .returning('merchantId')
    .executeTakeFirstOrThrow()
  const lines = JSON.stringify([{ title: 'Wine', price: 550, quantity: 2 }])
  const chosen = { lines, tip: 100, answers: '[]', formHash: 'hash', language: 'en' } as const
  await server.db
    .insertInto('paymentLinkAnswers')
    .values({ merchantId, transactionId: id, linkId, ...chosen })
    .execute()
  await server.db
    .updateTable('paymentLinks')
    .set({ payments: 1, paid: 1, paidAmount: 1200 })
    .execute()

  await page.goto(`/transactions/${transactionId}`)

  await expect(region(page, 'Details')).toContainText('2 × Wine: €11.00')
  await expect(region(page, 'Details')).toContainText(/Tip\s*€1.00, part of €12.00/)
})
