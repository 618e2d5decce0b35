import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { usedMethodOfCharge } from '#server/services/processors/stripe/methods/used-method.rules.ts'

const methodOf = (details: object | null) =>
  usedMethodOfCharge({ payment_method_details: details } as unknown as Stripe.Charge)

const nothing = { brand: null, last4: null, wallet: null, country: null, funding: null }
const visa = { brand: 'visa', last4: '4242', country: 'IT', funding: 'debit' }

test.each([
  ['a card', { type: 'card', card: { ...visa, wallet: null } }, { type: 'card', ...visa }],
  [
    'a card in a wallet',
    { type: 'card', card: { ...visa, wallet: { type: 'apple_pay', apple_pay: {} } } },
    { type: 'card', ...visa, wallet: 'apple_pay' },
  ],
  ['a card at a terminal', { type: 'card_present', card_present: visa }, { type: 'card', ...visa }],
  [
    'a direct debit',
    { type: 'sepa_debit', sepa_debit: { last4: '3000', country: 'DE', bank_code: '37040044' } },
    { type: 'sepa_debit', last4: '3000', country: 'DE' },
  ],
  [
    'a Dutch bank',
    { type: 'ideal', ideal: { bank: 'ing', iban_last4: '5264' } },
    { type: 'ideal', last4: '5264' },
  ],
  [
    'an invoice',
    { type: 'klarna', klarna: { payer_details: { address: { country: 'IT' } } } },
    { type: 'klarna', country: 'IT' },
  ],
  ['a method without details', { type: 'satispay', satispay: {} }, { type: 'satispay' }],
  ['a method that is not known yet', { type: 'wero_2' }, { type: 'wero_2' }],
])('%s is stored with what Stripe says of it', (_, details, method) => {
  expect(methodOf(details)).toEqual({ ...nothing, ...method })
})

test('words of an unknown form, and those that say nothing, are left out', () => {
  const card = {
    brand: 'unknown',
    last4: '4242424242424242',
    country: 'Italy',
    funding: '<b>',
    wallet: 'apple_pay',
  }

  expect(methodOf({ type: 'card', card })).toEqual({ ...nothing, type: 'card' })
  expect(methodOf({ type: 'x'.repeat(41) })).toBeUndefined()
})

test('a charge without details, and no charge, have no method', () => {
  expect(methodOf(null)).toBeUndefined()
  expect(usedMethodOfCharge(undefined)).toBeUndefined()
})
