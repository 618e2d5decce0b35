import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import { amountField, choose, region } from './support/screens.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const button = (scope: Page | Locator, name: string) =>
  scope.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) =>
  dialogOf(page).getByRole('checkbox', { name, exact: true })

const METHODS = 'Payment methods on the processor’s page'

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

async function openForm(page: Page): Promise<void> {
  await page.goto('/links')
  await button(page, 'Create a link').click()
  await dialogOf(page).getByLabel('Title').fill('Dinner')
  await amountField(page).fill('40')
  await button(dialogOf(page), 'More options').click()
}

test('a link offers only the chosen methods, shows them, and returns to those of the settings', async ({
  page,
  server,
}) => {
  const stored = async () =>
    (await server.db.selectFrom('paymentLinks').select('methodTypes').executeTakeFirstOrThrow())
      .methodTypes
  await openForm(page)
  await choose(page, METHODS, 'Only methods chosen here')
  await box(page, 'Satispay').click()
  await box(page, 'Card').click()
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link is ready')
  expect(await stored()).toBe('["card","satispay"]')

  await dialogOf(page).getByRole('link', { name: 'See the link’s page' }).click()
  await expect(region(page, 'Details')).toContainText(`${METHODS}Card, Satispay`)
  await button(page, 'Edit').click()
  await expect(box(page, 'Satispay')).toBeChecked()
  await expect(box(page, 'iDEAL')).not.toBeChecked()
  await choose(page, METHODS, 'Methods in the settings')
  await button(dialogOf(page), 'Save').click()

  await expect(dialogOf(page)).toHaveCount(0)
  expect(await stored()).toBeNull()
})

test('a link without any chosen method is refused before it is sent', async ({ page, server }) => {
  await openForm(page)
  await choose(page, METHODS, 'Only methods chosen here')
  await button(dialogOf(page), 'Create link').click()

  await expect(dialogOf(page)).toContainText('Choose at least one method.')
  await expect(box(page, 'Card')).toBeFocused()
  expect(await server.db.selectFrom('paymentLinks').selectAll().execute()).toEqual([])
})
