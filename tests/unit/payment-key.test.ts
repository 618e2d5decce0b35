import { expect, test } from 'vitest'
import { paymentKeyOf } from '#client/features/transactions/payment-key.ts'
import { printedReference, referenceOfPayment } from '#server/shared/money/creditor-reference.ts'

// Check digits by ISO 11649, for the payment TXN-0A1B2C3D4E.
const RF = referenceOfPayment('TXN-0A1B2C3D4E')
const ID = 'txn_01K7Z3V5N8Q2W4E6R8T0Y2A4C6'

test.each([
  ['TXN-0A1B2C3D4E', 'TXN-0A1B2C3D4E'],
  ['#TXN-0A1B2C3D4E', 'TXN-0A1B2C3D4E'],
  [' #txn-0a1b2c3d4e\n', 'TXN-0A1B2C3D4E'],
  ['txn 0a1b 2c3d 4e', 'TXN-0A1B2C3D4E'],
  [RF, 'TXN-0A1B2C3D4E'],
  [printedReference(RF).toLowerCase(), 'TXN-0A1B2C3D4E'],
  [ID, ID],
  [`  ${ID.toUpperCase()} `, ID],
])('%j identifies a payment', (text, key) => {
  expect(paymentKeyOf(text)).toBe(key)
})

test.each([
  '',
  'grace',
  'TXN-0A1B2C3D4',
  'TXN-0A1B2C3D4EF',
  'TXN-0A1B2C3D4I',
  'TXN-0A1B2C3D4E espresso',
  `#${ID}`,
  'cus_01K7Z3V5N8Q2W4E6R8T0Y2A4C6',
])('%j is searched', (text) => {
  expect(paymentKeyOf(text)).toBeUndefined()
})
