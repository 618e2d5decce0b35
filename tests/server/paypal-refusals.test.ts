import { expect, test } from 'vitest'
import { createPayPalShop } from '../support/paypal-shop.ts'

test.each([
  ['PAYEE_ACCOUNT_RESTRICTED', 'account_restricted'],
  ['PAYEE_ACCOUNT_LOCKED_OR_CLOSED', 'account_restricted'],
  ['TRANSACTION_BLOCKED_BY_PAYEE', 'account_restricted'],
  ['DUPLICATE_INVOICE_ID', 'duplicate'],
  ['TRANSACTION_REFUSED', 'payer_declined'],
  ['AN_ISSUE_OF_TOMORROW', 'payer_declined'],
])('an approved payment that PayPal refuses for %s fails as %s', async (issue, failureReason) => {
  await using shop = await createPayPalShop()
  shop.paypal.plan(shop.account, { kind: 'refused', issue })

  const id = await shop.payApproved()

  expect(await shop.read(id)).toMatchObject({ status: 'failed', failureReason })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
})

test('an order that PayPal refuses for the merchant’s account fails with that reason', async () => {
  await using shop = await createPayPalShop()
  shop.paypal.plan(shop.account, { kind: 'order refused', issue: 'PAYEE_ACCOUNT_RESTRICTED' })
  const restricted = await shop.pay()
  shop.paypal.plan(shop.account, { kind: 'order refused', issue: 'AN_ISSUE_OF_TOMORROW' })
  const other = await shop.pay()

  expect(restricted).toMatchObject({ status: 'failed', failureReason: 'account_restricted' })
  expect(other).toMatchObject({ status: 'failed', failureReason: 'not_sent' })
  expect(shop.account.orders.size).toBe(0)
})
