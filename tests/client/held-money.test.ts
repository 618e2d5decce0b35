import { takePayment } from '#tests/e2e/support/account.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

/** Takes a payment that waits for its payer, and has a processor over a network hold its money. */
async function createHeldPayment(page: Page, { db }: TestApp, pendingReason: string | null) {
  const response = await takePayment(page, { ...GRACE, amount: '10.06' })
  const { id, transactionId } = (await response.json()) as { id: string; transactionId: string }
  await db
    .updateTable('transactions')
    .set({ stage: 'processing', processor: 'paypal', pendingReason })
    .where('id', '=', id)
    .execute()
  return { id, transactionId }
}

test('a payment whose money is held says why, and what the merchant must do', async ({
  page,
  server,
}) => {
  const { transactionId } = await createHeldPayment(page, server, 'accept_payment')

  await page.goto(`/transactions/${transactionId}`)

  await expect(page.getByRole('main')).toContainText(
    'Accept the payment. PayPal holds the money until you accept this payment on its website. Do not ship yet.',
  )
})

test('a payment whose money is held for no stated reason says not to ship', async ({
  page,
  server,
}) => {
  const { transactionId } = await createHeldPayment(page, server, null)

  await page.goto(`/transactions/${transactionId}`)

  await expect(page.getByRole('main')).toContainText('Waiting for the confirmation.')
})

test('money that was taken after the end is shown with its id, and an owner refunds it', async ({
  page,
  server,
}) => {
  const { id, transactionId } = await createHeldPayment(page, server, null)
  const row = await server.db
    .updateTable('transactions')
    .set({
      status: 'failed',
      stage: 'cancelled',
      failureReason: 'cancelled',
      nextCheckAt: null,
      settledAt: '2026-03-10T12:00:00.000Z',
    })
    .where('id', '=', id)
    .returning('merchantId')
    .executeTakeFirstOrThrow()
  const ref = 'capture:2GG279541U471931P'
  await server.db
    .insertInto('lateCaptures')
    .values({ ...row, transactionId: id, ref, amount: 1006, notedAt: '2026-03-10T12:00:00.000Z' })
    .execute()

  await page.goto(`/transactions/${transactionId}`)

  const main = page.getByRole('main')
  await expect(main).toContainText('PayPal took $10.06 after this payment had ended.')
  await expect(main).toContainText('2GG279541U471931P')
  await expect(main.getByRole('button', { name: 'Copy the PayPal ID' })).toBeVisible()

  await main.getByRole('button', { name: 'Refund $10.06' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund $10.06?' })
  await expect(dialog).toContainText('PayPal returns $10.06')
  await dialog.getByRole('button', { name: 'Refund' }).click()

  // This PayPal is out of reach, so the refund stays open.
  await expect(main).toContainText('The refund of $10.06 is under way at PayPal.')
  await expect(main.getByRole('button', { name: 'Refund $10.06' })).toBeHidden()
})

test('a payment that kept its amount says which one was requested, and why', async ({ page }) => {
  const response = await takePayment(page, { ...GRACE, amount: '10.06' })
  const { id, transactionId } = (await response.json()) as { id: string; transactionId: string }
  const changed = await page.request.patch(`/api/transactions/${id}`, { data: { amount: '11.00' } })
  expect(changed.status()).toBe(409)

  await page.goto(`/transactions/${transactionId}`)

  await expect(page.getByRole('main')).toContainText(
    /Amount not changed\s*\$11\.00 was requested on .+\. The processor refused the new amount\./,
  )
})
