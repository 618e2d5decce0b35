import { expect, test } from 'vitest'
import type { PaymentAtProcessor, RefundAtProcessor } from '#server/core/ports/processor.ts'
import type { PayPalClient } from '#server/services/processors/paypal/paypal-client.ts'
import { PayPalError } from '#server/services/processors/paypal/paypal-errors.ts'
import { readProgress } from '#server/services/processors/paypal/paypal-orders.ts'
import { createRefund } from '#server/services/processors/paypal/paypal-refunds.ts'

const NOW_MS = Date.parse('2026-03-10T12:00:00Z')
const amount = { currency_code: 'EUR', value: '12.34' }
const capture = {
  id: 'C1',
  status: 'COMPLETED',
  amount,
  custom_id: 'txn_1',
  supplementary_data: { related_ids: { order_id: 'O1' } },
}
const orderWith = (status: string, payments?: object) => ({
  id: 'O1',
  intent: 'CAPTURE',
  status,
  update_time: '2026-03-10T11:59:00Z',
  purchase_units: [{ custom_id: 'txn_1', ...(payments && { payments }) }],
})

/** Returns a client that refuses each change with one issue. `orderAfter` is the order once a change was requested. */
function refusingClient(issue: string, orderAfter: object): PayPalClient {
  let order: object = orderWith('APPROVED')
  return {
    call: ({ method, path }) => {
      if (method === 'GET') return Promise.resolve(path.includes('/captures/') ? capture : order)
      order = orderAfter
      const body = { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] }
      return Promise.reject(new PayPalError(422, body))
    },
  }
}

const payment: PaymentAtProcessor = {
  id: 'txn_1',
  merchantId: 'mer_1',
  accountId: 'acc_1',
  ref: 'order:O1',
  amount: 1234,
  currency: 'EUR',
  paymentMethod: 'paypal',
  isCapturedByHand: false,
  createdAtMs: NOW_MS - 60_000,
  attempt: 1,
  isOnMerchantsPage: false,
}

const mayTake = async () => true

test('a repeated capture that PayPal refuses succeeds when the first one took the money', async () => {
  const paid = orderWith('COMPLETED', { captures: [capture] })

  const progress = await readProgress(
    refusingClient('DUPLICATE_INVOICE_ID', paid),
    { payment, nowMs: NOW_MS },
    mayTake,
  )

  expect(progress).toMatchObject({ stage: 'succeeded', amount: 1234, ref: 'capture:C1' })
})

test('a capture that PayPal refuses without having taken money fails', async () => {
  const client = refusingClient('TRANSACTION_REFUSED', orderWith('APPROVED'))

  const progress = await readProgress(client, { payment, nowMs: NOW_MS }, mayTake)

  expect(progress).toEqual({ stage: 'failed', reason: 'payer_declined' })
})

const refund: RefundAtProcessor = {
  id: 'ref_1',
  ref: null,
  merchantId: 'mer_1',
  transactionId: 'txn_1',
  accountId: 'acc_1',
  paymentMethod: 'paypal',
  paymentRef: 'capture:C1',
  amount: 300,
  currency: 'EUR',
  createdAtMs: NOW_MS - 60_000,
}

test.each([
  ['ref_1', { status: 'success' }],
  ['ref_2', { status: 'failed', reason: 'refused' }],
])('a repeated refund that PayPal refuses, where it has made %s, is %o', async (ownId, outcome) => {
  const made = { id: 'R1', status: 'COMPLETED', amount, custom_id: ownId }
  const refunded = orderWith('COMPLETED', { captures: [capture], refunds: [made] })
  const client = refusingClient('DUPLICATE_INVOICE_ID', refunded)

  expect(await createRefund(client, refund, NOW_MS)).toEqual(outcome)
})
