import type { Locator, Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { busyElements, fillPayment, region, submitPayment, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

// Pending payments stay pending, so that the tests can decide them.
test.use({ settlementMs: 3_600_000 })

const dialog = (page: Page): Locator => page.getByRole('dialog')
const palette = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Search payments, customers and pages' })

async function open(page: Page, path: string, ready: string) {
  await page.goto(path)
  await expect(page.getByRole('main').getByText(ready).first()).toBeVisible()
  await expect(busyElements(page)).toHaveCount(0)
}

/** Opens an element, checks the page with axe while it is open, and closes it again. */
async function checkOpened(page: Page, opener: Locator, openedElement: Locator, state: string) {
  await test.step(state, async () => {
    await opener.click()
    await expect(openedElement).toBeVisible()
    await expectOpenedAccessible(page, state)
    await page.keyboard.press('Escape')
    await expect(openedElement).toHaveCount(0)
  })
}

for (const width of [1280, 390]) {
  test.describe(`axe finds no violations, at ${width} px,`, () => {
    test.slow()
    const isNarrow = width < 768
    test.use({
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
    })

    test.beforeEach(async ({ page, account: _ }) => {
      await takePayment(page, { ...GRACE, amount: '12.34' })
      await takePayment(page, { ...GRACE, amount: '7.00', currency: 'EUR' })
    })

    test('in the filters and views of the list', async ({ page }) => {
      await open(page, '/transactions?status=success', 'Grace Hopper')
      const chip = (name: string) => page.getByRole('button', { name, exact: true })
      await checkOpened(page, chip('+ Method'), page.getByRole('menu'), 'methods')
      await checkOpened(page, chip('+ Currency'), page.getByRole('menu'), 'currencies')
      await checkOpened(page, chip('+ Date'), page.getByText('Last 7 days'), 'days')
      await checkOpened(page, chip('Save view'), dialog(page), 'a new view')

      await test.step('with a wrong amount', async () => {
        await chip('+ Amount').click()
        await page.getByLabel('At least').fill('lots')
        await page.getByRole('button', { name: 'Apply' }).click()
        await expect(page.getByText('Enter an amount with at most two decimals')).toBeVisible()
        await expectOpenedAccessible(page, 'a wrong amount')
        await page.getByLabel('At least').fill('1.234')
        await page.getByRole('button', { name: 'Apply' }).click()
        await expect(page.getByRole('group', { name: /read in two ways/ })).toBeVisible()
        await expectOpenedAccessible(page, 'an amount with two meanings')
        await page.keyboard.press('Escape')
      })

      await chip('Save view').click()
      await dialog(page).getByRole('button', { name: 'Save view' }).click()
      await expect(dialog(page).getByText('Enter a name.')).toBeVisible()
      await expectOpenedAccessible(page, 'a view without a name')
      await dialog(page).getByLabel('Name').fill('Done')
      await dialog(page).getByRole('button', { name: 'Save view' }).click()
      await expect(toast(page, 'View saved')).toBeVisible()
      await expectAccessible(page, 'a saved view and its notice')
      const actions = chip('Actions for view Done')
      await checkOpened(page, actions, page.getByRole('menu'), 'actions of a view')
      for (const item of ['Rename view', 'Delete view']) {
        await actions.click()
        await checkOpened(page, page.getByRole('menuitem', { name: item }), dialog(page), item)
      }
    })

    test('in the decisions on a payment', async ({ page }) => {
      await takePayment(page, { ...GRACE, amount: '50.00', paymentMethod: 'bank' })
      await open(page, '/transactions', '$50.00')
      // Payments that succeeded have a menu too; the newest row is the pending one.
      const moreButton = page.getByRole('button', { name: /^More actions/ }).first()
      await checkOpened(page, moreButton, page.getByRole('menu'), 'actions of a row')
      for (const item of ['Mark as paid', 'Cancel payment']) {
        await moreButton.click()
        await checkOpened(page, page.getByRole('menuitem', { name: item }), dialog(page), item)
      }
    })

    test('in the dialogs about customers', async ({ page }) => {
      await open(page, '/customers', 'Grace Hopper')
      const addButton = page.getByRole('main').getByRole('button', { name: 'Add Customer' })
      await checkOpened(page, addButton, dialog(page), 'a new customer')
      await addButton.click()
      await dialog(page).getByRole('button', { name: 'Add Customer' }).click()
      await expect(dialog(page).getByText('Enter the customer’s name.')).toBeVisible()
      await expectOpenedAccessible(page, 'a customer without a name')
      await page.keyboard.press('Escape')
      const editButton = page.getByRole('button', { name: 'Edit Grace Hopper' })
      await checkOpened(page, editButton, dialog(page), 'a customer to edit')

      await page.getByRole('link', { name: 'View Grace Hopper' }).click()
      await expect(region(page, 'Latest payments')).toBeVisible()
      await expect(busyElements(page)).toHaveCount(0)
      const eraseButton = page.getByRole('button', { name: 'Erase', exact: true })
      await checkOpened(page, eraseButton, dialog(page), 'a customer to erase')
    })

    test('in the palette, the shortcuts, the menus and the navigation', async ({ page }) => {
      await open(page, '/dashboard', 'Grace Hopper')
      const search = page.getByRole('button', { name: 'Search', exact: true })
      await checkOpened(page, search, dialog(page), 'the palette')
      await page.keyboard.press('Control+k')
      await palette(page).fill('grace')
      await expect(page.getByRole('option')).toHaveCount(3)
      await expectOpenedAccessible(page, 'the palette with results')
      await palette(page).fill('no such thing')
      await expect(dialog(page).getByText('Nothing found')).toBeVisible()
      await expectOpenedAccessible(page, 'the palette without results')
      await palette(page).fill('keyboard')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await expectOpenedAccessible(page, 'the keys')
      await page.keyboard.press('Escape')

      const user = page.getByRole('button', { name: 'User menu' })
      await checkOpened(page, user, page.getByRole('menu'), 'the user menu')
      if (!isNarrow) return
      const navigationButton = page.getByRole('button', { name: 'Open navigation' })
      await checkOpened(page, navigationButton, dialog(page), 'the navigation')
    })

    test('in the reports, with a comparison and as tables', async ({ page }) => {
      await open(page, '/analytics?range=7d&compare=true', 'Best part of the week')
      await expect(page.locator('[data-chart]').first()).toBeVisible()
      await expectAccessible(page, 'compared')
      for (const name of ['Revenue Trends', 'Transaction Success Rate']) {
        await region(page, name).getByRole('button', { name: 'Table' }).click()
        await expect(region(page, name).getByRole('table')).toBeVisible()
      }
      await expectAccessible(page, 'compared, as tables')
    })

    test('in the payment form, invalid and submitted', async ({ page }) => {
      await open(page, '/payments', 'Test amounts')
      await submitPayment(page)
      await expect(toast(page, 'Validation Error')).toBeVisible()
      await expectAccessible(page, 'what is missing')
      // The amounts are folded on a phone, where they would push the form away.
      const amounts = page.getByRole('button', { name: 'Test amounts' })
      if ((await amounts.getAttribute('aria-expanded')) === 'false') await amounts.click()
      await expect(amounts).toHaveAttribute('aria-expanded', 'true')
      await page.getByRole('combobox', { name: 'Customer Name' }).fill('gra')
      await expect(page.getByRole('option', { name: 'Grace Hopper' })).toBeVisible()
      await expectAccessible(page, 'suggestions and the test amounts')
      for (const [amount, title] of [
        ['10.01', 'Payment Failed'],
        ['12.34', 'Payment Successful'],
      ] as const) {
        await fillPayment(page, { amount })
        await page.keyboard.press('Escape')
        await submitPayment(page)
        await expect(toast(page, title)).toBeVisible()
        await expectAccessible(page, title)
      }
    })
  })
}
