import { takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'

const searchField = (page: Page) =>
  page.getByRole('combobox', { name: 'Search payments, customers and pages' })

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openDashboard(page: Page) {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
}

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test.describe('the palette', () => {
  test('the palette finds a page by keyboard, and the title of the page gets the focus', async ({
    page,
  }) => {
    await openDashboard(page)
    await page.keyboard.press('Control+k')
    await expect(searchField(page)).toBeFocused()
    await page.keyboard.type('trans')
    const option = page.getByRole('option', { name: 'Transactions', exact: true })
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(searchField(page)).toHaveAttribute(
      'aria-activedescendant',
      (await option.getAttribute('id')) ?? '',
    )

    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/transactions$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(title(page, 'Transaction History')).toBeFocused()
  })

  test('the palette finds a payment by its reference and by its customer', async ({ page }) => {
    const response = await takePayment(page, {
      amount: '12.34',
      customerName: 'Barbara Liskov',
      customerEmail: 'barbara@example.com',
    })
    const { transactionId } = (await response.json()) as { transactionId: string }
    await openDashboard(page)

    await page.keyboard.press('Control+k')
    await searchField(page).fill('barbara')
    const paymentResults = page.getByRole('group', { name: 'Payments' }).getByRole('option')
    await expect(paymentResults).toContainText(`Barbara Liskov · $12.34#${transactionId}Success`)
    await expect(page.getByRole('group', { name: 'Customers' }).getByRole('option')).toContainText(
      'barbara@example.com',
    )

    await searchField(page).fill(transactionId)
    await expect(page.getByRole('option')).toHaveCount(1)
    await expect(page.getByRole('option', { name: transactionId })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/transactions/${transactionId}`)

    await page.keyboard.press('Control+k')
    await searchField(page).fill('barbara@')
    await page.getByRole('option', { name: 'barbara@example.com' }).last().click()
    await expect(page).toHaveURL(/\/customers\/cus_/)
  })

  test('the palette opens from the header, shows an empty result, and returns the focus', async ({
    page,
  }) => {
    await openDashboard(page)
    const button = page.getByRole('button', { name: 'Search' })
    await button.click()
    await searchField(page).fill('no such thing anywhere')
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing found')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(button).toBeFocused()
  })

  test('the palette adds a customer: the form opens with the page', async ({ page }) => {
    await openDashboard(page)
    await page.keyboard.press('Control+k')
    await searchField(page).fill('add a')
    await page.keyboard.press('Enter')

    const form = page.getByRole('dialog', { name: 'Add New Customer' })
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(page).toHaveURL(/\/customers\?add=true$/)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(/\/customers$/)
    await expect(title(page, 'Customer Management')).toBeFocused()
    await page.goBack()
    await expect(title(page, 'Dashboard')).toBeVisible()
  })
})

test.describe('keyboard shortcuts', () => {
  test('g and a letter open a page', async ({ page }) => {
    await openDashboard(page)
    for (const [letter, name] of [
      ['t', 'Transaction History'],
      ['p', 'Process Payment'],
      ['c', 'Customer Management'],
      ['a', 'Analytics & Reports'],
      ['d', 'Dashboard'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await expect(title(page, name)).toBeFocused()
    }
  })

  test('? lists the shortcuts, which are off while the list is open', async ({ page }) => {
    await openDashboard(page)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(dialog).toContainText('Go to Transactions')
    await expect(dialog).toContainText('Next payment')
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/$/)
  })

  test('shortcuts are plain letters while typing, and can be turned off', async ({ page }) => {
    await page.goto('/payments')
    const field = page.getByLabel('Description')
    await field.pressSequentially('gt?/')
    await expect(field).toHaveValue('gt?/')
    await expect(page).toHaveURL(/\/payments$/)

    await title(page, 'Process Payment').focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await expect(dialog.getByRole('switch')).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.keyboard.press('Control+k')
    await expect(searchField(page)).toBeFocused()
    await expect(page).toHaveURL(/\/payments$/)
  })
})

test.describe('the page frame', () => {
  test('navigation moves the focus to the title and announces the page', async ({ page }) => {
    await openDashboard(page)
    await expect(page).toHaveTitle('Dashboard · Incasso')
    const navigation = page.getByRole('navigation', { name: 'Main navigation' })
    await navigation.getByRole('link', { name: 'Transactions' }).click()
    await expect(title(page, 'Transaction History')).toBeFocused()
    await expect(page).toHaveTitle('Transactions · Incasso')
    await expect(navigation.getByRole('link', { name: 'Transactions' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  test('an offline banner stays until the network is back, and the page reloads its data', async ({
    page,
  }) => {
    await openDashboard(page)
    const banner = page.getByText('You are offline. Changes wait until you are back.')
    await page.setOffline(true)
    await expect(banner).toBeVisible()
    const refetch = page.network.nextResponseFrom((url) => url.includes('dashboard.stats'))
    await page.setOffline(false)
    await expect(banner).toHaveCount(0)
    expect((await refetch).status).toBe(200)
  })
})

test('the developer section is open for owners, folded for staff, and the choice is remembered', async ({
  page,
  server,
}) => {
  const section = page.getByRole('button', { name: 'Sviluppo' })
  const pages = page.getByRole('group', { name: 'Sviluppo' }).getByRole('link')
  await openDashboard(page)
  await expect(pages).toHaveCount(5)

  await server.db.updateTable('merchantMembers').set({ role: 'staff' }).execute()
  await page.goto('/')
  await expect(section).toHaveAttribute('aria-expanded', 'false')
  await expect(pages).toHaveCount(0)
  await section.click()
  await page.goto('/')
  await expect(section).toHaveAttribute('aria-expanded', 'true')
  await expect(pages).toHaveCount(5)
})
