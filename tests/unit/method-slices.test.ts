import { expect, test } from 'vitest'
import { methodSlices } from '#client/routes/_app/-dashboard/method-slices.ts'
import type { MethodTypeShares } from '#server/features/analytics/analytics.schema.ts'

const share = (
  paymentMethod: 'card' | 'paypal' | 'bank',
  type: string | null,
  count: number,
): MethodTypeShares[number] => ({ paymentMethod, type, count, amounts: [] })

const slicesOf = (...shares: MethodTypeShares) =>
  methodSlices(shares).map(({ name, value, search }) => [name, value, search.methodType])

test('a method whose payers used only its own type is one slice', () => {
  const slices = slicesOf(
    share('card', 'card', 7),
    share('card', null, 2),
    share('bank', 'bank_transfer', 1),
  )

  expect(slices).toEqual([
    ['Credit Card', 9, undefined],
    ['Bank Transfer', 1, undefined],
  ])
})

test('a method whose payers used further types has a slice for each, and one for the rest', () => {
  const slices = slicesOf(
    share('card', 'card', 7),
    share('card', 'ideal', 3),
    share('card', null, 2),
    share('paypal', null, 1),
  )

  expect(slices).toEqual([
    ['Card', 7, 'card'],
    ['iDEAL', 3, 'ideal'],
    ['Credit Card, unspecified', 2, 'unreported'],
    ['PayPal', 1, undefined],
  ])
})

test('slices of two methods that share a name are told apart, and have different colours', () => {
  const slices = methodSlices([
    share('card', 'card', 4),
    share('card', 'paypal', 3),
    share('paypal', 'paypal', 2),
    share('bank', null, 1),
  ])

  expect(slices.map(({ name }) => name)).toEqual([
    'Card',
    'PayPal (Credit Card)',
    'PayPal (PayPal)',
    'Bank Transfer',
  ])
  expect(new Set(slices.map(({ color }) => color)).size).toBe(4)
})
