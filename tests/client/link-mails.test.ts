import { takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import { amountField, choose, region, rowWith, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const button = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: true })

const dialogOf = (page: Page) => page.getByRole('dialog')

const openMenu = async (page: Page, title: string, item: string) => {
  await button(page, `More about ${title}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Takes a payment from a new customer, and returns the customer's ID. */
async function customerOf(page: Page, person = GRACE): Promise<string> {
  const response = await takePayment(page, { ...person, amount: '20.00' })
  return ((await response.json()) as { customerId: string }).customerId
}

const createLink = async (page: Page, more: object = {}): Promise<{ id: string }> => {
  const data = { title: 'Dinner', amount: '40.00', currency: 'EUR', ...more }
  const response = await page.request.post('/api/payment-links', { data })
  if (!response.ok()) throw new Error(await response.text())
  return (await response.json()) as { id: string }
}

const readLink = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/payment-links/${id}`)).json()) as Record<string, unknown>

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('a link for a customer is created with reminders, which are off by default', async ({
  page,
  server,
}) => {
  const customerId = await customerOf(page)
  await page.goto(`/customers/${customerId}`)
  await button(page, 'Request a payment').click()
  const reminders = dialogOf(page).getByRole('switch', { name: /Remind if it is not paid/ })
  await expect(reminders).not.toBeChecked()
  await reminders.check()
  await dialogOf(page).getByRole('textbox', { name: 'Title' }).fill('Deposit')
  await amountField(page).fill('40')
  await choose(page, 'Currency', 'EUR')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link is ready')
  const { id } = await server.db.selectFrom('paymentLinks').select('id').executeTakeFirstOrThrow()
  expect(await readLink(page, id)).toMatchObject({ customerId, hasReminders: true })

  await button(dialogOf(page), 'Send by email').click()
  await expect(dialogOf(page)).toContainText('Grace Hopper gets an email at grace@example.com')
  await expect(reminders).toBeChecked()
  await button(dialogOf(page), 'Send email').click()
  // No mail server is configured.
  await expect(dialogOf(page).getByRole('alert')).toContainText('This server sends no email.')
  await button(dialogOf(page), 'Cancel').click()

  await page.goto(`/links/${id}`)
  await expect(region(page, 'Counts')).toContainText('Sent0')
  await expect(region(page, 'Details')).toContainText('RemindersAfter the link is sent by email')
  await button(page, 'Edit').click()
  await reminders.uncheck()
  await button(dialogOf(page), 'Save').click()
  await expect(region(page, 'Details')).toContainText('RemindersOff')
  expect(await readLink(page, id)).toMatchObject({ hasReminders: false })
})

test('a link without a customer has neither a reminder switch nor a mail', async ({ page }) => {
  await createLink(page)
  await page.goto('/links')
  await button(page, 'More about Dinner').click()
  await expect(page.getByRole('menuitem', { name: 'Close for good' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Send by email' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(dialogOf(page).getByRole('textbox', { name: 'Title' })).toBeVisible()
  await expect(dialogOf(page).getByRole('switch')).toHaveCount(0)
})

test('closing needs a confirmation, warns that it is final, and removes pause and resume', async ({
  page,
}) => {
  const { id } = await createLink(page)
  await page.goto('/links')
  await openMenu(page, 'Dinner', 'Close for good')
  await expect(dialogOf(page)).toContainText('A closed link cannot be resumed')
  await button(dialogOf(page), 'Cancel').click()
  expect(await readLink(page, id)).toMatchObject({ status: 'active' })

  await openMenu(page, 'Dinner', 'Close for good')
  await button(dialogOf(page), 'Close the link').click()
  await expect(toast(page, 'Link closed')).toBeVisible()
  await expect(rowWith(page, 'Dinner')).toContainText(/Closed\s*for good/)
  await button(page, 'More about Dinner').click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  for (const name of ['Pause', 'Resume', 'Close for good']) {
    await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  }
})

test('the number of mails of a link opens their audit log entries', async ({ page, server }) => {
  const customerId = await customerOf(page)
  const { id } = await createLink(page, { customerId })
  await server.db.updateTable('paymentLinks').set({ sent: 3 }).execute()
  await page.goto('/links')

  await page.getByRole('link', { name: 'Sent 3: emails of Dinner in the audit log' }).click()

  await expect(page).toHaveURL(/\/audit-log\?/)
  expect(new URL(page.url()).searchParams.get('objectId')).toBe(id)
  expect(new URL(page.url()).searchParams.get('action')).toBe('payment_link.sent')
})

test('the list is filtered by a customer from a search, kept in the URL and in a saved view', async ({
  page,
}) => {
  const customerId = await customerOf(page)
  await customerOf(page, { customerName: 'Ada Lovelace', customerEmail: 'ada@example.com' })
  await createLink(page, { customerId, title: 'Hers' })
  await createLink(page, { title: 'Anybody’s' })
  await page.goto('/links')
  await button(page, '+ Customer').click()
  const search = page.getByRole('textbox', { name: 'Customer' })
  await expect(page.getByText('Type at least two letters.')).toBeVisible()
  // The search covers random IDs too, which can contain two given letters.
  await search.fill('nobody like this')
  await expect(page.getByText('No customer found.')).toBeVisible()
  await search.fill('hopp')
  await page.getByRole('button', { name: /Grace Hopper/ }).click()

  await expect(page).toHaveURL(new RegExp(`customerId=${customerId}`))
  await expect(button(page, 'Customer Grace Hopper')).toBeVisible()
  await expect(rowWith(page, 'Hers')).toBeVisible()
  await expect(rowWith(page, 'Anybody’s')).toHaveCount(0)
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('button', { name: 'Save view' }).click()
  await dialogOf(page).getByLabel('Name').fill('Grace')
  await button(dialogOf(page), 'Save view').click()
  await button(page, 'Remove filter Customer Grace Hopper').click()
  await expect(rowWith(page, 'Anybody’s')).toBeVisible()
  await views.getByRole('link', { name: 'Grace' }).click()
  await expect(page).toHaveURL(new RegExp(`customerId=${customerId}`))
  await expect(rowWith(page, 'Anybody’s')).toHaveCount(0)
})
