import fc from 'fast-check'
import { expect, test } from 'vitest'
import { narrowRange } from '#server/core/work/key-range.ts'
import type { RowPosition } from '#server/shared/cursor.ts'

const number = fc.integer({ min: 0, max: 6 })
const instant = number.map((n) => `2026-01-0${n + 1}T00:00:00.000Z`)
const id = fc.constantFrom('a', 'b', 'c')
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const isBefore = (one: RowPosition, other: RowPosition) =>
  one.value < other.value || (one.value === other.value && one.id < other.id)

type RangeRequest = {
  from: string | number | undefined
  to: string | number | undefined
  after: RowPosition | undefined
  upTo: RowPosition | undefined
}

const rangeRequests = (value: fc.Arbitrary<string | number>) => {
  const rowPosition = optional(fc.record({ value, id }))
  return fc.record({
    from: optional(value),
    to: optional(value),
    after: rowPosition,
    upTo: rowPosition,
  })
}

type SortCase = { column: 'createdAt' | 'amount'; direction: 'asc' | 'desc' }

function filterOf({ column }: SortCase, { from, to }: Pick<RangeRequest, 'from' | 'to'>) {
  return column === 'createdAt'
    ? { fromInstant: from as string | undefined, beforeInstant: to as string | undefined }
    : { minAmount: from as number | undefined, maxAmount: to as number | undefined }
}

function isIncluded(
  one: SortCase,
  { from, to, after, upTo }: RangeRequest,
  row: RowPosition,
): boolean {
  const isAfter = (rowPosition: RowPosition) =>
    one.direction === 'asc' ? isBefore(rowPosition, row) : isBefore(row, rowPosition)
  return (
    (from === undefined || row.value >= from) &&
    (to === undefined || (one.column === 'createdAt' ? row.value < to : row.value <= to)) &&
    (after === undefined || isAfter(after)) &&
    (upTo === undefined || !isAfter(upTo))
  )
}

const cases: SortCase[] = [
  { column: 'createdAt', direction: 'asc' },
  { column: 'createdAt', direction: 'desc' },
  { column: 'amount', direction: 'asc' },
  { column: 'amount', direction: 'desc' },
]

test.each(cases)('the rows stay the same with one bound at either end: %o', (one) => {
  const value: fc.Arbitrary<string | number> = one.column === 'createdAt' ? instant : number
  fc.assert(
    fc.property(rangeRequests(value), fc.record({ value, id }), (request, row) => {
      const { filter, after, upTo } = narrowRange(filterOf(one, request), {
        ...one,
        after: request.after,
        upTo: request.upTo,
      })
      const [from, to] = Object.values(filter)
      expect(isIncluded(one, { from, to, after, upTo }, row)).toBe(isIncluded(one, request, row))
      const [lower, upper] = one.direction === 'asc' ? [after, upTo] : [upTo, after]
      expect(from === undefined || lower === undefined).toBe(true)
      expect(to === undefined || upper === undefined).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('a bound of another column stays next to a cursor position', () => {
  const filter = { fromInstant: '2026-01-01T00:00:00.000Z', minAmount: 3 }
  const after = { value: 'Rossi', id: 'a' }
  expect(narrowRange(filter, { column: 'customerName', direction: 'asc', after })).toEqual({
    filter,
    after,
  })
})

test('a cursor position of another type, which only a forged cursor has, removes no filter', () => {
  const filter = { minAmount: 3 }
  const after = { value: '5', id: 'a' }
  expect(narrowRange(filter, { column: 'amount', direction: 'asc', after })).toEqual({
    filter,
    after,
  })
})
