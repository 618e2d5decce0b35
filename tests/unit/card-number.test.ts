import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'

const withCheckDigit = (digits: string): string => {
  const sum = [...digits]
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .map((value) => (value > 9 ? value - 9 : value))
    .reduce((total, value) => total + value, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const cards = fc
  .constantFrom(
    ['4', 16],
    ['51', 16],
    ['2221', 16],
    ['37', 15],
    ['6011', 16],
    ['36', 14],
    ['3530', 16],
    ['62', 19],
    ['4', 13],
  )
  .chain(([prefix, length]) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), {
        minLength: Number(length) - String(prefix).length - 1,
        maxLength: Number(length) - String(prefix).length - 1,
      })
      .map((digits) => withCheckDigit(`${prefix}${digits.join('')}`)),
  )

test('a card number is found without spaces, in groups, and inside other text', () => {
  fc.assert(
    fc.property(
      cards,
      fc.constantFrom('', ' ', '-', ' - ', '.', '\u00a0', '\u200b', '–'),
      (card, separator) => {
        const grouped = card.match(/.{1,4}/g)?.join(separator) ?? ''
        expect(holdsCardNumber(grouped)).toBe(true)
        expect(holdsCardNumber(`pay with ${grouped}, exp 12/29`)).toBe(true)
        expect(holdsCardNumber(`order 7 ${grouped} 123`)).toBe(true)
      },
    ),
  )
})

test.each([
  '４１１１１１１１１１１１１１１１',
  '٤١١١١١١١١١١١١١١١',
  '४१११११११११११११११',
  '4१११ ١١١١ 1111 １１１１',
])('digits of every width and script are digits: %s', (text) => {
  expect(holdsCardNumber(text)).toBe(true)
})

test.each([
  '+39 06 1234 5678',
  '4111111111111112',
  '1234567890123456',
  '41111111111111111111',
  'txn_01M7XRQXQ23FA7V8R30X5QM930',
  '2026-11-21 10:20:30',
  '192.168.122.1 62.1.2.3',
  'v4.11.1 of 2026.11.21',
  '',
])('%s is not a card number', (text) => {
  expect(holdsCardNumber(text)).toBe(false)
})

test('a random id is not a card number, whatever its digits', () => {
  const hexadecimal = (length: number) =>
    fc.string({
      unit: fc.constantFrom(...'0123456789abcdef'),
      minLength: length,
      maxLength: length,
    })
  const ids = fc
    .oneof(fc.uuid(), hexadecimal(24), hexadecimal(64))
    .filter((id) => /[a-f][\d-]+[a-f]/.test(id))
  fc.assert(
    fc.property(ids, fc.constantFrom('', 'order_', 'order '), (id, before) => {
      expect(holdsCardNumber(`${before}${id}`)).toBe(false)
    }),
  )
  expect(holdsCardNumber('a0000000-0004-4111-8111-111111111111')).toBe(false)
  expect(holdsCardNumber('4111-1111-1111-1111-abcd')).toBe(true)
  expect(holdsCardNumber('41111111-1111-1111-0000-000000000000')).toBe(true)
})

test.each([
  '4242424242424242dec2028123',
  '4242424242424242feb20281234',
  'DEC2028-4242424242424242',
  '4242424242424242 dec2028 123',
])('%s, pasted by a person, holds a card number', (text) => {
  expect(holdsCardNumber(text)).toBe(true)
})
