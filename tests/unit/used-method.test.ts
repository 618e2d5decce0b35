import { expect, test } from 'vitest'
import { methodOfType, usedMethodText } from '#server/shared/money/used-method.ts'

const words = { card: 'Carta', sepaDebit: 'Addebito diretto SEPA', bankTransfer: 'Bonifico' }
const visa = { type: 'card', brand: 'visa', last4: '4242' }

test.each([
  [visa, 'Visa •••• 4242'],
  [{ ...visa, wallet: 'apple_pay' }, 'Apple Pay · Visa •••• 4242'],
  [{ ...visa, brand: null }, 'Carta •••• 4242'],
  [{ type: 'ideal' }, 'iDEAL'],
  [{ type: 'satispay' }, 'Satispay'],
  [{ type: 'sepa_debit', last4: '3000' }, 'Addebito diretto SEPA •••• 3000'],
  [{ type: 'bank_transfer' }, 'Bonifico'],
  [{ type: 'a_new_one' }, 'A New One'],
  [{ type: 'sandbox' }, null],
])('%o is %s in words', (method, text) => {
  expect(usedMethodText({ ...methodOfType(method.type), ...method }, words)).toBe(text)
})
