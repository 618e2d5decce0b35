import { expect, test } from 'vitest'
import { searchedAmount } from '#client/lib/list-search.ts'

test.each([
  ['12.50', '12.50'],
  ['12,5', '12.5'],
  ['1.234,50', '1234.50'],
  ["1'234.50", '1234.50'],
  ['1.234.567,89', '1234567.89'],
  ['1234', '1234'],
  [12.5, '12.5'],
])('the URL may contain %s', (text, amount) => {
  expect(searchedAmount.parse(text)).toBe(amount)
})

test.each(['1.234', '1,234', '12,345,6', '1.23.4', 'x', '-3', ''])(
  '%s is not an amount',
  (text) => {
    expect(searchedAmount.safeParse(text).success).toBe(false)
  },
)
