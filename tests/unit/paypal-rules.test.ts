import { expect, test } from 'vitest'
import {
  minorOfPayPal,
  payPalLimitsOf,
  payPalMoneyOf,
} from '#server/services/processors/paypal/paypal-amount.rules.ts'
import { PayPalError, toOwnError } from '#server/services/processors/paypal/paypal-errors.ts'
import { processorEventOf } from '#server/services/processors/paypal/paypal-events.rules.ts'
import { parseRef } from '#server/services/processors/paypal/paypal-refs.rules.ts'
import { disputeStatusOf } from '#server/services/processors/paypal/paypal-refunds-and-disputes.ts'
import { Currency } from '#server/shared/money/money.ts'

test.each([
  ['EUR', 1, '0.01'],
  ['EUR', 123_456, '1234.56'],
  ['JPY', 120_000, '1200'],
  ['HUF', 100, '1'],
  ['TWD', 9900, '99'],
])('%s %d is %s at PayPal, and back', (currency, amount, value) => {
  const money = payPalMoneyOf(amount, currency)

  expect(money).toEqual({ currency_code: currency, value })
  expect(minorOfPayPal(money, currency)).toBe(amount)
})

test('an amount with a part that the currency does not have is never sent or stored', () => {
  expect(() => payPalMoneyOf(150, 'HUF')).toThrow(RangeError)
  for (const value of ['1.234', '1,20', '', '-1.00', '1e3']) {
    expect(() => minorOfPayPal({ currency_code: 'EUR', value }, 'EUR')).toThrow(RangeError)
  }
  expect(() => minorOfPayPal({ currency_code: 'JPY', value: '1.50' }, 'JPY')).toThrow(RangeError)
  expect(() => minorOfPayPal({ currency_code: 'USD', value: '1.50' }, 'EUR')).toThrow(RangeError)
})

test('PayPal takes 24 currencies, three of them without decimals', () => {
  const limits = Currency.options.map((code) => ({ code, ...payPalLimitsOf(code) }))
  const taken = limits.filter(({ takesCurrency }) => takesCurrency)

  expect(taken).toHaveLength(24)
  expect(taken.filter(({ step }) => step === 100).map(({ code }) => code)).toEqual([
    'HUF',
    'JPY',
    'TWD',
  ])
})

test.each([
  ['INQUIRY', 'WAITING_FOR_SELLER_RESPONSE', undefined, 'warning_needs_response'],
  ['INQUIRY', 'WAITING_FOR_BUYER_RESPONSE', undefined, 'warning_under_review'],
  ['INQUIRY', 'RESOLVED', 'RESOLVED_BUYER_FAVOUR', 'warning_closed'],
  ['CHARGEBACK', 'OPEN', undefined, 'needs_response'],
  ['CHARGEBACK', 'UNDER_REVIEW', undefined, 'under_review'],
  ['CHARGEBACK', 'A_NEW_STATUS', undefined, 'under_review'],
  ['CHARGEBACK', 'RESOLVED', 'RESOLVED_SELLER_FAVOUR', 'won'],
  ['CHARGEBACK', 'RESOLVED', 'RESOLVED_WITH_PAYOUT', 'won'],
  ['CHARGEBACK', 'RESOLVED', 'CANCELED_BY_BUYER', 'won'],
  ['ARBITRATION', 'RESOLVED', 'RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ARBITRATION', 'RESOLVED', 'ACCEPTED', 'lost'],
])('a dispute in stage %s with status %s and outcome %s is %s', (stage, status, code, expected) => {
  const dispute = {
    dispute_id: 'PP-D-1',
    create_time: '2026-03-10T12:00:00Z',
    status,
    dispute_amount: { currency_code: 'EUR', value: '1.00' },
    dispute_life_cycle_stage: stage,
    ...(code !== undefined && { dispute_outcome: { outcome_code: code } }),
  }

  expect(disputeStatusOf(dispute)).toBe(expected)
})

test('an event names our payment, our refund, or the capture that it is about', () => {
  const up = { rel: 'up', href: 'https://api-m.paypal.com/v2/payments/captures/3C679366HH908993F' }
  const eventOf = (event_type: string, resource: object) =>
    processorEventOf({ id: 'WH-1', event_type, resource })

  expect(eventOf('PAYMENT.CAPTURE.COMPLETED', { id: 'C', custom_id: 'txn_1' })).toMatchObject({
    subject: 'txn_1',
    readsPaymentNow: false,
  })
  expect(
    eventOf('CHECKOUT.ORDER.APPROVED', { id: 'O', purchase_units: [{ custom_id: 'txn_2' }] }),
  ).toMatchObject({ subject: 'txn_2' })
  expect(
    eventOf('PAYMENT.CAPTURE.REFUNDED', { id: 'R', custom_id: 'ref_1', links: [up] }),
  ).toMatchObject({
    subject: 'ref_1',
    paymentToRead: 'capture:3C679366HH908993F',
    readsPaymentNow: false,
  })
  expect(
    eventOf('PAYMENT.CAPTURE.REVERSED', { id: 'R', custom_id: 'txn_1', links: [up] }),
  ).toMatchObject({ subject: 'capture:3C679366HH908993F', readsPaymentNow: true })
  const disputed = {
    dispute_id: 'PP-D-1',
    disputed_transactions: [{ seller_transaction_id: 'X1' }],
  }
  expect(eventOf('CUSTOMER.DISPUTE.CREATED', disputed)).toMatchObject({
    objectRef: 'PP-D-1',
    subject: 'capture:X1',
    readsPaymentNow: true,
  })
  expect(eventOf('BILLING.PLAN.CREATED', { id: 'P' })).toBeUndefined()
  expect(processorEventOf(undefined)).toBeUndefined()
})

test('an error of PayPal’s contains its codes, and nothing of the request', () => {
  const body = {
    name: 'UNPROCESSABLE_ENTITY',
    message: 'payer@example.com',
    debug_id: 'abc',
    details: [{ issue: 'INSTRUMENT_DECLINED', description: 'payer@example.com' }],
  }

  const error = toOwnError(new PayPalError(422, body)) as Error

  expect(error.message).toBe('PayPal refused: 422 UNPROCESSABLE_ENTITY INSTRUMENT_DECLINED abc')
})

test('an id at PayPal has a kind', () => {
  expect(parseRef('capture:3C679366HH908993F')).toEqual({
    kind: 'capture',
    id: '3C679366HH908993F',
  })
  for (const ref of [null, '', 'order:', 'order:../../v1', 'pi_1']) {
    expect(() => parseRef(ref)).toThrow(Error)
  }
})
