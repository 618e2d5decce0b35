import { expect, test } from 'vitest'
import { negated, totalsByCurrency } from '#client/features/money/entry-totals.ts'

test('amounts add up by currency, with negative ones and without floats', () => {
  const rows = [
    { currency: 'EUR', amount: '0.10', fee: '0.03', net: '0.07' },
    { currency: 'EUR', amount: '-0.30', fee: '0.00', net: '-0.30' },
    { currency: 'USD', amount: '99999999999.99', fee: '0.00', net: '99999999999.99' },
    { currency: 'USD', amount: '0.02', fee: '0.00', net: '0.02' },
  ]
  expect(totalsByCurrency(rows)).toEqual([
    { currency: 'EUR', amount: '-0.20', fee: '0.03', net: '-0.23' },
    { currency: 'USD', amount: '100000000000.01', fee: '0.00', net: '100000000000.01' },
  ])
})

test('the opposite of zero has no sign', () => {
  expect(['1.65', '-1.65', '0.00', '-0.05'].map(negated)).toEqual(['-1.65', '1.65', '0.00', '0.05'])
})
