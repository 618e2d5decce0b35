import { refundPart, takePayment } from '#tests/e2e/support/account.ts'
import { recordDispute } from '#tests/support/notice-shop.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

/** Takes a payment of €80.00 that is disputed, and returns its reference. */
async function takeDisputed(page: Page, server: TestApp): Promise<string> {
  const paid = await takePayment(page, { ...GRACE, amount: '80.00', currency: 'EUR' })
  const { id, transactionId } = (await paid.json()) as { id: string; transactionId: string }
  const row = await server.db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const dueAt = new Date(server.clock.now() + 9 * 24 * 60 * 60_000).toISOString()
  await recordDispute(server, row, { dueAt })
  return transactionId
}

/** Takes a payment with a refund that fails. */
async function failRefund(page: Page): Promise<void> {
  const paid = await takePayment(page, { ...GRACE, amount: '50.00', currency: 'EUR' })
  await refundPart(page, ((await paid.json()) as { id: string }).id, '1.10')
}

const headerButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tabs = (page: Page) => page.getByRole('group', { name: 'Notices by status' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notices' })

test('the header counts unread notices and opens the latest of them', async ({
  page,
  server,
  account: _,
}) => {
  await page.goto('/customers')
  await headerButton(page, 'Notices').click()
  await expect(panel(page)).toContainText('Nothing to read')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(headerButton(page, 'Notices')).toBeFocused()

  const reference = await takeDisputed(page, server)
  await failRefund(page)
  await page.goto('/customers')
  await headerButton(page, 'Notices: 2 unread').click()
  await expect(panel(page)).toContainText('Refund of €1.10 failed')
  await expect(panel(page)).toContainText(`disputes payment ${reference}`)
  await panel(page).getByRole('link', { name: 'New dispute of €80.00' }).click()

  await expect(page).toHaveURL(/\/disputes\/dsp_/)
  await expect(panel(page)).toHaveCount(0)
  await headerButton(page, 'Notices: 1 unread').click()
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel(page)).toContainText('Nothing to read')
  await panel(page).getByRole('link', { name: 'See all notices' }).click()
  await expect(page).toHaveURL(/\/notices$/)
  await expect(headerButton(page, 'Notices')).toBeVisible()
})

test('the page filters notices by status and kind, and marks them as read', async ({
  page,
  server,
  account: _,
}) => {
  await page.goto('/notices')
  await expect(page.getByText('No notices', { exact: true })).toBeVisible()
  await takeDisputed(page, server)
  await takeDisputed(page, server)
  await failRefund(page)
  await page.goto('/notices')
  const list = region(page, 'Notices')
  await expect(tabs(page)).toContainText('All 3Unread 3Read 0')
  await expect(list).toContainText('3 notices')

  await list.getByRole('button', { name: 'Mark as read: Refund of €1.10 failed' }).click()
  await expect(tabs(page)).toContainText('Unread 2Read 1')
  await tabs(page).getByRole('link', { name: 'Unread 2' }).click()
  await expect(page).toHaveURL(/status=unread/)
  await expect(list.getByRole('row')).toHaveCount(3)
  await page.goto('/notices?kind=refund_failed')
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Kind: Refund failed', exact: true })).toBeVisible()
  await page.goto('/notices?kind=fraud_warning')
  await expect(page.getByText('No notices match these filters.')).toBeVisible()

  await page.goto('/notices')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(tabs(page)).toContainText('Unread 0Read 3')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
})

test('an unknown kind in the URL is ignored', async ({ page, server, account: _ }) => {
  await takeDisputed(page, server)

  await page.goto('/notices?kind=weather&status=lost')

  await expect(tabs(page)).toContainText('All 1')
})

test('the profile keeps a choice for each kind', async ({ page, server, account: _ }) => {
  await page.goto('/profile')
  const section = region(page, 'Notices')
  const choice = section.getByLabel('New dispute')
  await expect(choice).toHaveValue('both')
  await expect(section).toContainText('The mail comes once a day, with other notices.')

  await choice.selectOption('none')
  await expect(toast(page, 'Choice saved')).toContainText('New dispute')
  await page.reload()

  await expect(choice).toHaveValue('none')
  await takeDisputed(page, server)
  await page.goto('/notices')
  await expect(page.getByText('No notices', { exact: true })).toBeVisible()
})
