import { expect, test } from 'vitest'
import { settleLateRefunds } from '#server/features/refunds/late/refund-late-capture.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'

const REFUND = /^POST \/v2\/payments\/captures\/\w+\/refund$/

/** Has PayPal take the money of a payment that was cancelled before. Returns the payment's id. */
async function captureAfterEnd(shop: PayPalShop): Promise<string> {
  const { id } = await shop.pay()
  const order = shop.lastOrder()
  shop.paypal.plan(shop.account, { kind: 'change refused', issue: 'NOT_PATCHABLE' })
  await shop.shop.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })
  shop.paypal.approve(shop.account, order)
  shop.paypal.captureAtPayPal(shop.account, order)
  await shop.later(600_000)
  await shop.poll()
  return id
}

const lateOf = async ({ ada }: PayPalShop, id: string) =>
  (await ada.api.refunds.ofPayment.query({ id })).lateCapture

const countOf = ({ paypal }: PayPalShop) =>
  paypal.calls.filter(({ call, status }) => REFUND.test(call) && status === 201).length

const metricOf = async ({ app }: PayPalShop) =>
  /^incasso_late_captures (\d+)$/m.exec(
    (await app.rest({ method: 'GET', url: '/metrics' })).body,
  )?.[1]

test('an owner refunds money that was taken after the end, once', async () => {
  await using shop = await createPayPalShop()
  const id = await captureAfterEnd(shop)
  expect([await metricOf(shop), (await lateOf(shop, id))?.refund]).toEqual(['1', null])

  const refunds = [1, 2].map(() => shop.ada.api.refunds.refundLate.mutate({ id }))
  await Promise.all(refunds)
  const again = await shop.ada.api.refunds.refundLate.mutate({ id })

  expect(again).toMatchObject({ status: 'success', failureReason: null })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 1234 })
  expect(await lateOf(shop, id)).toMatchObject({ amount: '12.34', refund: { status: 'success' } })
  expect(await metricOf(shop)).toBe('0')
  expect(await shop.read(id)).toMatchObject({ status: 'failed', failureReason: 'cancelled' })
  const entries = await shop.app.db.selectFrom('auditLog').select('action').execute()
  const made = entries.filter(({ action }) => action === 'transaction.late_capture_refunded')
  expect(made).toHaveLength(1)
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a refusal is stored with its reason, and the refund can be made again', async () => {
  await using shop = await createPayPalShop()
  const id = await captureAfterEnd(shop)
  shop.paypal.plan(shop.account, { kind: 'refund refused', issue: 'INSUFFICIENT_FUNDS' })

  const refused = await shop.ada.api.refunds.refundLate.mutate({ id })
  const moved = shop.paypal.movedBy(shop.account)
  const again = await shop.ada.api.refunds.refundLate.mutate({ id })

  expect(refused).toMatchObject({ status: 'failed', failureReason: 'insufficient_funds' })
  expect(moved).toEqual({ captured: 1234, refunded: 0 })
  expect(again).toMatchObject({ status: 'success' })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 1234 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test.each(['before', 'after'] as const)(
  'a refund whose response was lost %s PayPal acted is completed by the job, once',
  async (when) => {
    await using shop = await createPayPalShop()
    const id = await captureAfterEnd(shop)
    shop.paypal.fail({ kind: 'reset', when, call: REFUND })

    const lost = await shop.ada.api.refunds.refundLate.mutate({ id })
    for (const ms of [2_000, 10_000, 60_000]) {
      await shop.later(ms)
      await settleLateRefunds(shop.app.world)
    }

    expect(lost).toMatchObject({ status: 'pending' })
    expect(await lateOf(shop, id)).toMatchObject({ refund: { status: 'success' } })
    expect(countOf(shop)).toBe(1)
    expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 1234 })
    expect(await ledgerFindings(shop.app)).toEqual([])
  },
)

test('a process that dies between storing the refund and calling PayPal leaves it to the job', async () => {
  await using shop = await createPayPalShop()
  const id = await captureAfterEnd(shop)
  await shop.app.db
    .insertInto('lateRefunds')
    .values({
      merchantId: shop.ada.merchant.id,
      id,
      refundId: 'ref_of_the_dead_process',
      amount: 1234,
      status: 'pending',
      failureReason: null,
      actor: 'user:ada',
      createdAt: new Date(shop.app.clock.now()).toISOString(),
      settledAt: null,
      nextCheckAt: new Date(shop.app.clock.now()).toISOString(),
      leasedUntil: new Date(shop.app.clock.now() + 30_000).toISOString(),
      checkCount: 0,
    })
    .execute()

  await settleLateRefunds(shop.app.world)
  const leased = shop.paypal.movedBy(shop.account).refunded
  await shop.later(31_000)
  await settleLateRefunds(shop.app.world)
  await settleLateRefunds(shop.app.world)

  expect([leased, countOf(shop)]).toEqual([0, 1])
  expect(await lateOf(shop, id)).toMatchObject({ refund: { status: 'success' } })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a payment without late money has nothing to refund', async () => {
  await using shop = await createPayPalShop()
  const id = await shop.payApproved()

  const refused = shop.ada.api.refunds.refundLate.mutate({ id })

  await expect(refused).rejects.toMatchObject({ data: { code: 'conflict' } })
  expect(await shop.app.count('lateRefunds')).toBe(0)
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})
