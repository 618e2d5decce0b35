import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  Amount,
  decimalFromMinor,
  MAX_MINOR,
  minorFromDecimal,
} from '#server/shared/money/money.ts'

test('every amount survives the conversion to text and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_MINOR }), (minor) => {
      expect(minorFromDecimal(decimalFromMinor(minor))).toBe(minor)
    }),
  )
})

test('each accepted amount is a whole number of cents within the limits, and prints the same again', () => {
  const decimals = fc
    .tuple(
      fc.integer({ min: 0, max: 9_999_999_999 }),
      fc.constantFrom('', '.', '.5', '.05', '.50', '.005'),
    )
    .map(([whole, fraction]) => `${whole}${fraction}`)
  fc.assert(
    fc.property(fc.oneof(decimals, fc.string(), fc.double().map(String)), (text) => {
      const parsed = Amount.safeParse(text)
      if (!parsed.success) return
      const minor = minorFromDecimal(text)
      expect(Number.isSafeInteger(minor)).toBe(true)
      expect(minor).toBeGreaterThan(0)
      expect(minor).toBeLessThanOrEqual(MAX_MINOR)
      expect(Number(decimalFromMinor(Number(minor)))).toBe(Number(text))
    }),
  )
})

test.each([
  ['0.01', 1],
  ['0.1', 10],
  ['12', 1200],
  ['12.34', 1234],
  ['9999999999.99', MAX_MINOR],
])('%s is %i cents', (text, minor) => {
  expect(minorFromDecimal(text)).toBe(minor)
})

test('an inexact sum is never shown', () => {
  expect(decimalFromMinor(0)).toBe('0.00')
  expect(decimalFromMinor(-5)).toBe('-0.05')
  for (const wrong of [0.5, Number.NaN, 2 ** 53]) expect(() => decimalFromMinor(wrong)).toThrow()
})
