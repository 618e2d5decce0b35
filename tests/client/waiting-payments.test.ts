import { takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
const IBAN = 'DE89370400440532013000'

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

const createPayment = async (page: Page, more: object) =>
  (await takePayment(page, { ...GRACE, amount: '50.00', ...more })).json() as Promise<{
    id: string
    transactionId: string
  }>

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a transfer shows the reference to find in the statement, and is marked as paid', async ({
  page,
}) => {
  const data = { iban: IBAN, holder: 'Ada Rossi' }
  const response = await page.request.post('/trpc/processorAccounts.connectTransfer', { data })
  expect(response.ok()).toBe(true)
  await page.goto('/transactions')
  await expect(page.getByRole('link', { name: 'Transfers to confirm 1' })).toHaveCount(0)
  const { transactionId } = await createPayment(page, { paymentMethod: 'bank' })

  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Transfers to confirm 1' }).click()
  await page.getByRole('link', { name: `#${transactionId}` }).click()

  const main = page.getByRole('main')
  await expect(main).toContainText('Look for the reference below in your bank statement.')
  const details = region(page, 'Details')
  await expect(details).toContainText(/Bank referenceRF\d\d( \w{4})+/)
  await expect(details).toContainText('DE89 3704 0044 0532 0130 00')
  await expect(button(page, 'Copy bank reference')).toBeVisible()
  await button(page, 'Mark as paid').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toast(page, 'Payment marked as paid')).toBeVisible()
  // Incasso cannot send money from the merchant's own account, so it offers no refund.
  await expect(button(page, 'Refund')).toHaveCount(0)
})

test('a payment that waits for its payer shows the URL of its pay page', async ({ page }) => {
  const { transactionId } = await createPayment(page, { amount: '10.06' })

  await page.goto(`/transactions/${transactionId}`)

  const main = page.getByRole('main')
  await expect(main).toContainText(
    'The customer has not paid yet. They pay on a page of their own:',
  )
  const link = main.getByRole('link', { name: 'Open the page' })
  expect(await link.getAttribute('href')).toMatch(/^http.*\/sandbox\/[\w-]+/)
  await expect(button(page, 'Copy the link of the page')).toBeVisible()
})

test('metadata that an API client stored with a payment is shown', async ({ page }) => {
  const { transactionId } = await createPayment(page, { metadata: { order: 'A-1042' } })

  await page.goto(`/transactions/${transactionId}`)

  await expect(region(page, 'Details')).toContainText('orderA-1042')
})
