import fc from 'fast-check'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { makeReference } from '#server/shared/id.ts'
import {
  creditorReference,
  isCreditorReference,
  printedReference,
  referenceOfPayment,
} from '#server/shared/money/creditor-reference.ts'
import { epcPayload, hasEpcCode } from '#server/shared/money/epc-code.ts'
import { isIban, normalizeIban, printedIban } from '#server/shared/money/iban.ts'

test('references have the check digits of ISO 11649', () => {
  expect(creditorReference('539007547034')).toBe('RF18539007547034')
  expect(isCreditorReference('RF18 5390 0754 7034')).toBe(true)
  expect(isCreditorReference('RF19539007547034')).toBe(false)
  expect(isCreditorReference('RF18')).toBe(false)
  expect(printedReference('RF18539007547034')).toBe('RF18 5390 0754 7034')
  expect(() => creditorReference('')).toThrow()
  expect(() => creditorReference('A'.repeat(22))).toThrow()
})

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('the reference of each payment is valid, and no typing mistake is', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat(), (random, place, other) => {
      const transactionId = makeReference(() => random)
      const reference = referenceOfPayment(transactionId)
      expect(isCreditorReference(reference)).toBe(true)
      expect(reference.slice(4)).toBe(transactionId.slice(4))
      const at = 4 + (place % (reference.length - 4))
      const isDigit = /\d/.test(reference[at] ?? '')
      const letters = isDigit ? '0123456789' : 'ABCDEFGHJKMNPQRSTVWXYZ'
      const letter = letters[other % letters.length] ?? ''
      const wrong = reference.slice(0, at) + letter + reference.slice(at + 1)
      expect(isCreditorReference(wrong)).toBe(wrong === reference)
    }),
    { numRuns: 10_000 },
  )
})

test.each([
  ['DE89 3704 0044 0532 0130 00', true],
  ['gb82west12345698765432', true],
  ['IT60 X054 2811 1010 0000 0123 456', true],
  ['DE88 3704 0044 0532 0130 00', false],
  ['IT60 X054 2811 1010 0000 0123 45', false],
  ['XX89 3704 0044 0532 0130 00', false],
  ['DE89', false],
  ['DE89 3704 0044 0532 0130 0<', false],
])('whether %s is an IBAN: %s', (text, isOne) => {
  expect(isIban(text)).toBe(isOne)
})

test('two swapped digits make an invalid IBAN', () => {
  const iban = normalizeIban('IT60 X054 2811 1010 0000 0123 456')
  for (let at = 5; at < iban.length - 1; at++) {
    const [one = '', other = ''] = [iban[at], iban[at + 1]]
    const swapped = iban.slice(0, at) + other + one + iban.slice(at + 2)
    expect(isIban(swapped)).toBe(one === other)
  }
  expect(printedIban(iban)).toBe('IT60 X054 2811 1010 0000 0123 456')
})

test('a code contains what EPC069-12 requires, line by line', () => {
  const payload = epcPayload({
    holder: 'Bar Centrale S.r.l.',
    iban: 'IT60X0542811101000000123456',
    amount: 1234,
    reference: 'RF18539007547034',
  })

  expect(payload.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Bar Centrale S.r.l.',
    'IT60X0542811101000000123456',
    'EUR12.34',
    '',
    'RF18539007547034',
  ])
  expect([hasEpcCode(1, 'EUR'), hasEpcCode(1, 'USD'), hasEpcCode(100_000_000_000, 'EUR')]).toEqual([
    true,
    false,
    false,
  ])
})

test('every code fits the version that bank apps read, and no name breaks its lines', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 70 }),
      fc.integer({ min: 1, max: 99_999_999_999 }),
      bytes,
      (holder, amount, random) => {
        const reference = referenceOfPayment(makeReference(() => random))
        const iban = 'MT84MALT011000012345MTLCAST001S'
        const payload = epcPayload({ holder, iban, amount, reference })
        expect(payload.split('\n')).toHaveLength(10)
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(331)
        expect(encode(payload, { ecc: 'M' }).version).toBeLessThanOrEqual(13)
      },
    ),
    { numRuns: 200 },
  )
})
