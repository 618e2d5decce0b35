import { refundPart, takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, rowWith, toast } from './support/screens.ts'

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
  await expect(page.getByRole('link', { name: 'Waiting for the transfer 1' })).toHaveCount(0)
  const { transactionId } = await createPayment(page, { paymentMethod: 'bank' })

  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Waiting for the transfer 1' }).click()
  await page.getByRole('link', { name: `#${transactionId}` }).click()

  const main = page.getByRole('main')
  await expect(main).toContainText(
    'Look for this reference in your bank statement. Once $50.00 has arrived, mark the payment as paid.',
  )
  const details = region(page, 'Details')
  await expect(details).toContainText(/Bank referenceRF\d\d( \w{4})+/)
  await expect(details).toContainText('DE89 3704 0044 0532 0130 00')
  await expect(button(page, 'Copy bank reference')).toHaveCount(2)
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
    'Grace Hopper has not paid yet. Copy the link to the payment page and send it to them.',
  )
  const link = main.getByRole('link', { name: 'Open the page' })
  expect(await link.getAttribute('href')).toMatch(/^http.*\/sandbox\/[\w-]+/)
  await expect(button(page, 'Copy link to the page')).toBeVisible()
})

test('metadata that an API client stored with a payment is shown', async ({ page }) => {
  const { transactionId } = await createPayment(page, { metadata: { order: 'A-1042' } })

  await page.goto(`/transactions/${transactionId}`)

  await expect(region(page, 'Details')).toContainText('orderA-1042')
})

const menuOf = async (page: Page, amount: string) => {
  await rowWith(page, amount)
    .getByRole('button', { name: /^More actions/ })
    .click()
  return page.getByRole('menuitem')
}

test('the list says which payments to capture, until when, and captures from the row', async ({
  page,
}) => {
  await createPayment(page, { captureMethod: 'manual' })
  await createPayment(page, { amount: '70.00', captureMethod: 'manual' })
  await createPayment(page, { amount: '10.06' })
  await createPayment(page, { amount: '30.00' })
  await page.goto('/transactions')
  await expect(rowWith(page, '$50.00')).toContainText(/Capture by \w+ \d+/)

  await page.getByRole('link', { name: 'To capture 2' }).click()

  await expect(page).toHaveURL(/waitingFor=capture&status=pending/)
  await expect(rowWith(page, '$10.06')).toHaveCount(0)
  await expect(page.getByText('$120.00 to capture')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pending 3' })).toBeVisible()
  await expect(await menuOf(page, '$70.00')).toHaveText(['Capture', 'Void'])
  await page.getByRole('menuitem', { name: 'Capture' }).click()
  await button(page, 'Capture $70.00').click()
  await expect(toast(page, 'Payment captured')).toBeVisible()
  await expect(page.getByRole('link', { name: 'To capture 1' })).toBeVisible()
  await expect(rowWith(page, '$70.00')).toHaveCount(0)
  await page.getByLabel('Status', { exact: true }).selectOption('success')
  await expect(rowWith(page, '$70.00')).toHaveCount(1)
  await expect(page).toHaveURL(/status=success$/)
})

test('a row copies the payment page of its customer', async ({ page }) => {
  await createPayment(page, { amount: '10.06' })
  await page.goto('/transactions')
  await expect(rowWith(page, '$10.06')).toContainText('Awaiting customer')

  await menuOf(page, '$10.06')
  await page.getByRole('menuitem', { name: 'Copy link to the page' }).click()

  await expect(toast(page, 'Link copied')).toBeVisible()
  expect(await page.clipboard()).toMatch(/^http.*\/sandbox\/[\w-]+/)
})

test('a row offers a refund while something is left to refund', async ({ page }) => {
  const whole = await createPayment(page, { amount: '30.00' })
  const part = await createPayment(page, { amount: '40.00' })
  await refundPart(page, whole.id)
  await refundPart(page, part.id, '15.00')
  await page.goto('/transactions')

  await expect(await menuOf(page, '$40.00')).toHaveText(['Refund'])
  await expect(rowWith(page, '$30.00').getByRole('button', { name: /^More actions/ })).toHaveCount(
    0,
  )
})

test('an authorized payment shows its deadline and the Capture button', async ({ page }) => {
  const { transactionId } = await createPayment(page, { captureMethod: 'manual' })

  await page.goto(`/transactions/${transactionId}`)

  const step = page.getByRole('status').filter({ hasText: 'Authorized, not taken yet' })
  await expect(step).toContainText(/Capture the payment by .+ to take the money/)
  await step.getByRole('button', { name: 'Capture' }).click()
  await expect(page.getByRole('dialog')).toContainText('$50.00 is authorized.')
})
