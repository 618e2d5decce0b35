import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TransactionSearch } from '#client/features/transactions/transaction-search.ts'
import { daysOfPeriod, periods } from '#client/lib/words/periods.ts'
import { listInput } from '#client/list/list-search.ts'
import { addDays } from '#server/shared/day.ts'

test.each([
  ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['7d', '2026-03-01', '2026-02-23', '2026-03-01'],
  ['30d', '2026-03-01', '2026-01-31', '2026-03-01'],
  ['90d', '2024-03-01', '2023-12-03', '2024-03-01'],
  ['month', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['last-month', '2024-03-31', '2024-02-01', '2024-02-29'],
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['quarter', '2026-05-20', '2026-04-01', '2026-05-20'],
  ['quarter', '2026-12-31', '2026-10-01', '2026-12-31'],
  ['last-quarter', '2026-02-10', '2025-10-01', '2025-12-31'],
  ['last-quarter', '2026-07-01', '2026-04-01', '2026-06-30'],
  ['last-year', '2026-01-01', '2025-01-01', '2025-12-31'],
  ['year', '2026-03-01', '2026-01-01', '2026-03-01'],
] as const)('%s on %s is from %s to %s', (period, today, from, to) => {
  expect(daysOfPeriod(period, today)).toEqual({ from, to })
})

test('a period is never empty, ends by today and advances with the days', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...periods),
      fc.integer({ min: 0, max: 20_000 }),
      (period, days) => {
        const today = addDays('1990-01-01', days)
        const { from, to } = daysOfPeriod(period, today)
        expect(from <= to && to <= today).toBe(true)
        expect(daysOfPeriod(period, addDays(today, 366)).from > from).toBe(true)
      },
    ),
  )
})

test('a search with a period requests other days tomorrow, and never sends the period itself', () => {
  const search = TransactionSearch.parse({ period: '7d', from: '2020-01-01', status: 'failed' })
  expect(search.from).toBeUndefined()
  const wanted = { status: 'failed', sort: '-createdAt', page: 1, limit: 10 }
  expect(listInput(search, '2026-03-10')).toEqual({
    ...wanted,
    from: '2026-03-04',
    to: '2026-03-10',
  })
  expect(listInput(search, '2026-03-11')).toEqual({
    ...wanted,
    from: '2026-03-05',
    to: '2026-03-11',
  })
})
