import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { pastPaymentOf } from '#server/services/processors/stripe/stripe-history.rules.ts'

const DAY_S = 86_400
const NOW_S = 1_773_144_000

const charge = (more: object = {}) => ({
  created: NOW_S - 2 * DAY_S,
  status: 'succeeded',
  amount_refunded: 0,
  disputed: false,
  failure_code: null,
  outcome: null,
  receipt_email: null,
  billing_details: { email: 'giulia@example.com', name: 'Giulia Bianchi' },
  payment_method_details: { type: 'card' },
  ...more,
})

const intent = (more: object = {}, ofCharge: object = {}) =>
  ({
    id: 'pi_1',
    status: 'succeeded',
    currency: 'eur',
    amount: 1500,
    amount_received: 1234,
    created: NOW_S - 3 * DAY_S,
    metadata: {},
    description: 'Order 1',
    receipt_email: null,
    last_payment_error: null,
    latest_charge: charge(ofCharge),
    ...more,
  }) as unknown as Stripe.PaymentIntent

const OWN_ID = `txn_${'0'.repeat(26)}`

const pastOf = (...parts: Parameters<typeof intent>) =>
  pastPaymentOf(intent(...parts), {
    nowMs: NOW_S * 1000,
    merchantId: 'mer_1',
    own: new Set([OWN_ID]),
  })

const failed = { status: 'failed', failure_code: 'card_declined' }
const open = { status: 'requires_payment_method' }

test('a succeeded payment has the amount received and the time of its charge', () => {
  expect(pastOf()).toEqual({
    ref: 'pi_1',
    ownId: null,
    email: 'giulia@example.com',
    name: 'Giulia Bianchi',
    amount: 1234,
    currency: 'EUR',
    paymentMethod: 'card',
    method: {
      type: 'card',
      brand: null,
      last4: null,
      wallet: null,
      country: null,
      funding: null,
    },
    description: 'Order 1',
    failureReason: null,
    atMs: (NOW_S - 2 * DAY_S) * 1000,
    hasMoreToRead: false,
  })
})

test.each([
  ['eur', 1234, 1234],
  ['jpy', 1234, 123_400],
  ['kwd', 12_340, 1234],
  ['isk', 120_000, 120_000],
])('%s %i in Stripe’s units is %i hundredths', (currency, amount_received, amount) => {
  expect(pastOf({ currency, amount_received })).toMatchObject({ amount })
})

test.each([
  [
    'a thousandth that hundredths cannot hold',
    { currency: 'kwd', amount_received: 1234 },
    'amount',
  ],
  ['more than the currency may have', { amount_received: 10 ** 13 }, 'amount'],
  ['a currency that is not ours', { currency: 'xag' }, 'currency'],
  ['a payment of ours that is here', { metadata: { incasso: OWN_ID } }, 'ours'],
  [
    'one of another merchant',
    { metadata: { incasso: OWN_ID, incasso_merchant: 'mer_2' } },
    'other',
  ],
  ['one that is under way', { status: 'processing' }, 'open'],
  ['one that is authorized', { status: 'requires_capture' }, 'open'],
  ['one that nobody tried to pay', { ...open, latest_charge: null }, 'open'],
  ['one that was given back unpaid', { status: 'canceled' }, 'open'],
])('%s is left out', (_, more, why) => {
  // Payments that are not yet paid have no failed charge either.
  expect(pastOf(more)).toBe(why)
})

test('a declined card is a failure once no other card can be tried', () => {
  const today = { ...failed, created: NOW_S - DAY_S + 60 }
  const why = { outcome: { reason: 'insufficient_funds' } }

  expect(pastOf(open, today)).toBe('open')
  expect(pastOf({ ...open, amount_received: 0 }, { ...failed, ...why })).toMatchObject({
    amount: 1500,
    failureReason: 'insufficient_funds',
  })
  expect(pastOf({ status: 'canceled' }, today)).toMatchObject({ failureReason: 'card_declined' })
})

test.each([
  ['card_present', 'card'],
  ['paypal', 'paypal'],
  ['sepa_debit', 'bank'],
  ['klarna', 'bank'],
])('a payment by %s is one by %s', (type, paymentMethod) => {
  expect(pastOf({}, { payment_method_details: { type } })).toMatchObject({ paymentMethod })
})

test.each([
  [{ email: 'a@example.com', name: ' ' }, null, { email: 'a@example.com', name: 'a' }],
  [{ email: null, name: 'Ada' }, 'b.c@example.com', { email: 'b.c@example.com', name: 'Ada' }],
  [{ email: 'none', name: null }, 'd@example.com', { email: 'd@example.com', name: 'd' }],
  [{ email: 'a@example.com', name: '4242 4242 4242 4242' }, null, { name: 'a' }],
])('the payer %o with a receipt for %s is found', (billing_details, receipt_email, payer) => {
  expect(pastOf({ receipt_email }, { billing_details })).toMatchObject(payer)
})

test('a payer without a known e-mail address is left out', () => {
  expect(pastOf({}, { billing_details: { email: null, name: 'Ada' } })).toBe('address')
})

test.each([
  ['a\u0000b\nc', 'a b c'],
  [`${'x'.repeat(999)}😀`, 'x'.repeat(999)],
  ['card 4242424242424242', null],
  ['  ', null],
  [null, null],
])('the description %j is stored as %j', (description, storedDescription) => {
  expect(pastOf({ description })).toMatchObject({ description: storedDescription })
})

test('a partly refunded or disputed payment needs further reads', () => {
  const whole = { amount: 100, amount_captured: 100 }
  expect(pastOf({}, { ...whole, amount_refunded: 1 })).toMatchObject({ hasMoreToRead: true })
  // Stripe counts money that was authorized and not captured as refunded.
  const partly = { amount: 100, amount_captured: 60, amount_refunded: 40 }
  expect(pastOf({}, partly)).toMatchObject({ hasMoreToRead: false })
  expect(pastOf({}, { ...partly, amount_refunded: 41 })).toMatchObject({ hasMoreToRead: true })
  expect(pastOf({}, { disputed: true })).toMatchObject({ hasMoreToRead: true })
})
