import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

const lastAuthorization = ({ account }: PayPalShop) =>
  [...account.authorizations.keys()].at(-1) ?? ''

/** Authorizes 12.34, of which a person captures 5.00 at PayPal's own site. Returns the payment's id. */
async function captureFirstPart(shop: PayPalShop): Promise<string> {
  const id = await shop.payApproved({ captureMethod: 'manual' })
  const part = { value: '5.00', isLast: false }
  shop.paypal.captureAtPayPal(shop.account, lastAuthorization(shop), part)
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()
  return id
}

test('parts captured at PayPal’s own site end the payment with their sum, once the last is known', async () => {
  await using shop = await createPayPalShop()
  const id = await captureFirstPart(shop)
  const between = await shop.read(id)

  const part = { value: '4.00', isLast: true }
  shop.paypal.captureAtPayPal(shop.account, lastAuthorization(shop), part)
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()

  expect(between).toMatchObject({ status: 'pending', stage: 'authorized' })
  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '9.00' })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 900, refunded: 0 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test.each([
  ['12.34', '12.34'],
  ['9.00', '9.00'],
  ['4.00', '5.00'],
])('a capture of %s here counts the part captured there, and ends with %s', async (amount, sum) => {
  await using shop = await createPayPalShop()
  const id = await captureFirstPart(shop)

  const captured = await shop.shop.rest('POST', `/api/transactions/${id}/capture`, { amount })

  expect([captured.status, captured.json().status]).toEqual([200, 'success'])
  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: sum })
  const minor = Math.round(Number(sum) * 100)
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: minor, refunded: 0 })
})

test('a void after a first part keeps that part, and says that the payment succeeded', async () => {
  await using shop = await createPayPalShop()
  const id = await captureFirstPart(shop)

  const voided = await shop.shop.rest('POST', `/api/transactions/${id}/void`, {})

  expect([voided.status, voided.json().reason]).toEqual([409, 'already_succeeded'])
  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '5.00' })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 500, refunded: 0 })
})

test('an authorization that expires after a first part succeeds with that part', async () => {
  await using shop = await createPayPalShop()
  const id = await captureFirstPart(shop)

  await shop.later(28 * DAY_MS)
  const before = await shop.read(id)
  await shop.later(DAY_MS + TEN_MINUTES_MS)

  expect(before).toMatchObject({ stage: 'authorized' })
  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '5.00' })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a last capture of more than was authorized is recorded as it was captured', async () => {
  await using shop = await createPayPalShop()
  const id = await shop.payApproved({ captureMethod: 'manual' })
  shop.paypal.captureAtPayPal(shop.account, lastAuthorization(shop))
  const capture = shop.account.captures.get(shop.lastCapture())
  if (!capture) throw new Error('PayPal captured nothing')
  capture.amount = { ...capture.amount, value: '13.00' }

  await shop.later(TEN_MINUTES_MS)
  await shop.poll()

  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '13.00' })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('refunds are made from the part that covers them, each once', async () => {
  await using shop = await createPayPalShop()
  const id = await captureFirstPart(shop)
  await shop.shop.rest('POST', `/api/transactions/${id}/capture`, { amount: '9.00' })
  const refund = (amount: string) =>
    shop.shop.rest('POST', `/api/transactions/${id}/refunds`, { amount })

  const statuses = [await refund('4.50'), await refund('4.00'), await refund('0.50')]
  const tooMuch = await refund('0.01')

  expect(statuses.map((response) => response.json().status)).toEqual([
    'success',
    'success',
    'success',
  ])
  expect(tooMuch.status).toBe(409)
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 900, refunded: 900 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})
