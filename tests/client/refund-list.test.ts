import { refundPart, takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const tabs = (page: Page) => page.getByRole('group', { name: 'Refunds by status' })
const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Refunds parts of one payment in euros and one in dollars: two succeed, one is pending, one fails. */
async function makeRefunds(page: Page) {
  for (const [currency, parts] of [
    ['EUR', ['10.00', '2.08']],
    ['USD', ['30.00', '1.10']],
  ] as const) {
    const paid = await takePayment(page, { ...GRACE, amount: '100.00', currency })
    const { id } = (await paid.json()) as { id: string }
    for (const part of parts) await refundPart(page, id, part)
  }
}

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('the tabs count, and each sum opens its rows', async ({ page }) => {
  await makeRefunds(page)
  await page.goto('/refunds')
  const list = region(page, 'Refunds')
  await expect(tabs(page)).toContainText('All 4Refunded 2Pending 1Failed 1Declined 0')
  await expect(list).toContainText('4 refunds')
  await expect(list.getByRole('link', { name: '€10.00 returned' })).toBeVisible()
  await expect(list.getByRole('link', { name: '€2.08 pending' })).toBeVisible()
  await expect(list.getByRole('link', { name: '$1.10 failed' })).toBeVisible()

  await list.getByRole('link', { name: '$30.00 returned' }).click()

  await expect(page).toHaveURL(/status=success/)
  await expect(page).toHaveURL(/currency=USD/)
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(list).toContainText('1 refund')
  await expect(tabs(page)).toContainText('Refunded 1')
  await tabs(page).getByRole('link', { name: 'Failed 1' }).click()
  await expect(list).toContainText('$1.10 failed')
})

test('a search narrows the counts with the rows, and an empty search offers to clear it', async ({
  page,
}) => {
  await makeRefunds(page)
  await page.goto('/refunds?search=30.00')
  await expect(page.getByRole('searchbox', { name: 'Search refunds' })).toHaveValue('30.00')
  await expect(tabs(page)).toContainText('All 1Refunded 1')

  await page.goto('/refunds?search=nobody')
  await expect(page.getByText('No refunds match these filters.')).toBeVisible()
  await expect(tabs(page)).toHaveCount(0)
})

test('a view of refunds is saved, opened and deleted, and appears in no other list', async ({
  page,
}) => {
  await makeRefunds(page)
  await page.goto('/refunds?status=failed')
  await views(page).getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Lost')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(toast(page, 'View saved')).toBeVisible()

  await page.goto('/transactions')
  await expect(page.getByRole('group', { name: 'Payments by status' })).toBeVisible()
  await expect(views(page).getByRole('link')).toHaveCount(0)
  await page.goto('/refunds')
  await views(page).getByRole('link', { name: 'Lost' }).click()
  await expect(page).toHaveURL(/status=failed/)

  await button(page, 'Actions for view Lost').click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(dialog).toContainText('What it shows does not change.')
  await dialog.getByRole('button', { name: 'Delete view' }).click()
  await expect(toast(page, 'View deleted')).toBeVisible()
  await expect(views(page).getByRole('link', { name: 'Lost' })).toHaveCount(0)
})

test('a name used by another view of the list is refused with a message', async ({ page }) => {
  for (const status of ['failed', 'pending']) {
    await page.goto(`/refunds?status=${status}`)
    await views(page).getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Mine')
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    if (status === 'failed') await expect(toast(page, 'View saved')).toBeVisible()
  }
  await expect(toast(page, 'The view was not changed')).toContainText(
    'There is a view of this name already.',
  )
})

test('the timeline shows when a payment was authorized, what was captured, and who refunded', async ({
  page,
}) => {
  const response = await page.request.post('/api/payments', {
    data: {
      ...GRACE,
      amount: '100.00',
      currency: 'USD',
      paymentMethod: 'card',
      captureMethod: 'manual',
    },
  })
  const { id, transactionId } = (await response.json()) as { id: string; transactionId: string }
  await page.request.post(`/api/transactions/${id}/capture`, { data: { amount: '80.00' } })
  await refundPart(page, id, '5.00')

  await page.goto(`/transactions/${transactionId}`)

  const timeline = region(page, 'Timeline')
  await expect(timeline).toContainText('Payment authorized')
  await expect(timeline).toContainText('Captured $80.00 of $100.00')
  await expect(timeline).toContainText(/Refund of \$5\.00.*by you/)
})
