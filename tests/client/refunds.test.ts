import type { Db } from '#db/tables.ts'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { takePayment } from '#tests/e2e/support/account.ts'
import { abortCall, delayCall, recordRequests } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import { amountField, choose, region, rowWith, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

type Payment = { id: string; transactionId: string; customerId: string }

const createPayment = async (page: Page, amount = '100.00'): Promise<Payment> =>
  (await (await takePayment(page, { ...GRACE, amount })).json()) as Payment

const button = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: true })

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Opens the refund dialog on the page of a new payment, of $100.00 by default. */
async function openRefund(page: Page, amount?: string): Promise<Payment> {
  const payment = await createPayment(page, amount)
  await page.goto(`/transactions/${payment.transactionId}`)
  await button(page, 'Refund').click()
  await expect(dialogOf(page)).toContainText('can be refunded')
  return payment
}

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('the dialog starts with the full remaining amount, and sends no amount that it cannot read', async ({
  page,
}) => {
  await openRefund(page)
  const requests = recordRequests(page.network, 'refunds.create')
  const dialog = dialogOf(page)
  await expect(amountField(page)).toHaveValue('100.00')
  await expect(dialog).toContainText('Grace Hopper will get $100.00 back to the card')
  await expect(dialog).toContainText('The customer does not see it.')

  for (const [typed, problem] of [
    ['', 'Enter an amount.'],
    ['0', 'Enter an amount above 0.'],
    ['100.01', 'At most $100.00 can be refunded.'],
    ['12,345', 'Choose which amount you mean.'],
  ] as const) {
    await amountField(page).fill(typed)
    await dialog.getByRole('button', { name: /^Refund/ }).click()
    await expect(dialog).toContainText(problem)
    await expect(amountField(page)).toBeFocused()
  }
  expect(requests).toEqual([])

  await amountField(page).fill('12,50')
  await expect(dialog).toContainText('Returns $12.50')
  await button(dialog, 'All that is left').click()
  await expect(amountField(page)).toHaveValue('100.00')
})

test('a note with a card number is refused at its field, before anything is sent', async ({
  page,
}) => {
  await openRefund(page)
  const requests = recordRequests(page.network, 'refunds.create')
  await dialogOf(page).getByLabel('Note').fill('card 4111 1111 1111 1111')
  await button(dialogOf(page), 'Refund $100.00').click()
  await expect(dialogOf(page).getByLabel('Note')).toBeFocused()
  expect(requests).toEqual([])
})

test('a double click refunds once', async ({ page, server }) => {
  await openRefund(page)
  const requests = recordRequests(page.network, 'refunds.create')
  const release = await delayCall(page, 'refunds.create')
  await amountField(page).fill('30')
  await button(dialogOf(page), 'Refund $30.00').click()
  await expect(dialogOf(page)).toContainText('Refunding…')
  const field = dialogOf(page).locator('form').one()
  field.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  release()

  await expect(toast(page, 'Refunded')).toBeVisible()
  expect(requests).toHaveLength(1)
  expect(await server.count('refunds')).toBe(1)
  await expect(region(page, 'Amounts')).toContainText(/Left\s*\$70\.00/)
})

test('a lost response shows an error, and a retry refunds once', async ({ page, server }) => {
  await openRefund(page)
  const requests = recordRequests(page.network, 'refunds.create')
  await amountField(page).fill('30')
  const restoreCall = await abortCall(page, 'refunds.create')
  await button(dialogOf(page), 'Refund $30.00').click()
  await expect(dialogOf(page)).toContainText('Sending the same refund again cannot refund twice.')
  await restoreCall()
  // Closing the dialog must keep the Idempotency-Key of the request that was sent.
  await button(dialogOf(page), 'Close').click()
  await button(page, 'Refund').click()
  await amountField(page).fill('30')
  await button(dialogOf(page), 'Refund $30.00').click()

  await expect(toast(page, 'Refunded')).toBeVisible()
  const keys = requests.map(({ headers }) => new Headers(headers).get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await server.count('refunds')).toBe(1)
})

test('a refund that the processor delays shows as pending until it is settled', async ({
  page,
  server,
}) => {
  await openRefund(page)
  await amountField(page).fill('1.08')
  await button(dialogOf(page), 'Refund $1.08').click()
  await expect(toast(page, 'Refund on its way')).toBeVisible()
  await expect(region(page, 'Amounts')).toContainText(/Being refunded\s*\$1\.08/)
  await expect(region(page, 'Timeline')).toContainText('Pending')

  server.clock.advance(2 * 60 * 60_000)
  await settleRefunds(server.world)
  await page.reload()
  await expect(region(page, 'Amounts')).toContainText(/Refunded\s*\$1\.08/)
})

test('a refused refund shows the reason and moves no money', async ({ page }) => {
  await openRefund(page)
  await amountField(page).fill('1.10')
  await choose(page, 'Reason', 'Paid twice')
  await button(dialogOf(page), 'Refund $1.10').click()
  await expect(dialogOf(page)).toContainText('The processor refused the refund.')
  await button(dialogOf(page), 'Cancel').click()
  await expect(region(page, 'Timeline')).toContainText('The processor refused the refund.')
  await expect(region(page, 'Amounts')).toContainText(/Left\s*\$100\.00/)
})

test('an amount above the current remainder is refused at the field', async ({ page }) => {
  const { id } = await openRefund(page)
  await page.request.post(`/api/transactions/${id}/refunds`, { data: { amount: '90.00' } })
  await amountField(page).fill('50')
  await button(dialogOf(page), 'Refund $50.00').click()
  await expect(dialogOf(page)).toContainText('At most 10.00 USD of this payment can be refunded.')
  await expect(amountField(page)).toBeFocused()
})

/** Takes a payment with a pending refund of $40.00, whose row gets these values. */
async function openRefundOf40(
  page: Page,
  db: Db,
  change: { approval?: 'needed'; failureReason?: string },
): Promise<Payment> {
  const payment = await createPayment(page)
  const path = `/api/transactions/${payment.id}/refunds`
  await page.request.post(path, { data: { amount: '40.00' } })
  await db
    .updateTable('refunds')
    .set({ ...change, status: 'pending', settledAt: null })
    .where('transactionId', '=', payment.id)
    .execute()
  await db
    .updateTable('transactions')
    .set({ amountRefunded: 0, amountRefunding: 4000 })
    .where('id', '=', payment.id)
    .execute()
  return payment
}

test('an owner decides on a refund above the staff limit', async ({ page, server }) => {
  // Simulates the request of a member of staff.
  const { transactionId } = await openRefundOf40(page, server.db, { approval: 'needed' })
  await page.goto(`/transactions/${transactionId}`)
  await expect(region(page, 'Amounts')).toContainText('Waiting for approval')
  await expect(region(page, 'Amounts')).toContainText(/Left\s*\$60\.00/)

  await page.getByRole('button', { name: 'Decline refund of $40.00' }).click()
  await expect(toast(page, 'Refund declined')).toBeVisible()
  await expect(region(page, 'Amounts')).toContainText(/Left\s*\$100\.00/)
  await expect(region(page, 'Timeline')).toContainText('An owner declined the refund.')
})

test('an owner cancels a refund whose processor is unavailable', async ({ page, server }) => {
  // Simulates a processor that no longer accepts the key.
  const { transactionId } = await openRefundOf40(page, server.db, {
    failureReason: 'processor_key_invalid',
  })
  await page.goto(`/transactions/${transactionId}`)
  await expect(region(page, 'Amounts')).toContainText('does not accept your key')

  await page.getByRole('button', { name: 'Cancel refund of $40.00' }).click()
  await expect(toast(page, 'Refund cancelled')).toBeVisible()
  await expect(region(page, 'Amounts')).toContainText(/Left\s*\$100\.00/)
  await expect(region(page, 'Timeline')).toContainText(
    'The processor does not accept the key of your account.',
  )
})

test('an authorized payment is captured for at most its amount, once, or voided', async ({
  page,
}) => {
  const data = { ...GRACE, amount: '60.00', captureMethod: 'manual' }
  const authorizedPayment = (await (
    await page.request.post('/api/payments', { data })
  ).json()) as Payment
  await page.goto(`/transactions/${authorizedPayment.transactionId}`)
  await expect(page.getByRole('main')).toContainText('Authorized, not taken yet')
  await expect(page.getByRole('main')).toContainText(/Capture the payment by .+ to take the money/)
  await expect(button(page, 'Cancel payment')).toHaveCount(0)
  await button(page, 'Capture').click()
  await amountField(page).fill('60.01')
  await dialogOf(page)
    .getByRole('button', { name: /^Capture/ })
    .click()
  await expect(dialogOf(page)).toContainText('At most $60.00 can be captured.')
  await amountField(page).fill('50')
  await expect(dialogOf(page)).toContainText('The remaining $10.00 is released to Grace Hopper.')
  await button(dialogOf(page), 'Capture $50.00').click()
  await expect(toast(page, 'Payment captured')).toBeVisible()
  await expect(region(page, 'Amounts')).toContainText(/Released\s*\$10\.00/)
})

test('a row of the list refunds too; a failed payment has no such action', async ({ page }) => {
  await createPayment(page, '25.00')
  await createPayment(page, '25.01')
  await page.goto('/transactions')
  await rowWith(page, '$25.00')
    .getByRole('button', { name: /^More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  await expect(dialogOf(page)).toContainText('$25.00 can be refunded.')
  await button(dialogOf(page), 'Refund $25.00').click()
  await expect(toast(page, 'Refunded')).toBeVisible()
  await expect(rowWith(page, '$25.01').getByRole('button', { name: /^More actions/ })).toHaveCount(
    0,
  )
})

test('an empty list explains what to do, and an empty result how to widen it', async ({ page }) => {
  await page.goto('/refunds')
  await expect(page.getByText('No refunds yet')).toBeVisible()
  await page.goto('/refunds?status=failed')
  await expect(page.getByText('No refunds match these filters.')).toBeVisible()
})

test('the customer page shows the amount left after refunds, too', async ({ page }) => {
  const { id, customerId } = await createPayment(page)
  await page.goto(`/customers/${customerId}`)
  await expect(region(page, 'Latest payments')).toContainText('$100.00')
  await expect(region(page, 'Lifetime value')).not.toContainText('Net')
  await page.request.post(`/api/transactions/${id}/refunds`, { data: { amount: '40.00' } })
  await page.reload()
  await expect(region(page, 'Lifetime value')).toContainText('$60.00')
  const refunded = region(page, 'Lifetime value').getByRole('link', { name: '$40.00 refunded' })
  expect(await refunded.getAttribute('href')).toContain(`customerId=${customerId}`)
})
