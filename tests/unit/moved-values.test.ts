import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ColumnKind, convertValue, UnfitValueError } from '#server/ops/move/values.rules.ts'

/** Returns an inserted value as PostgreSQL's driver reads it: JSON goes in, PostgreSQL's own types come out. */
function readBack(value: unknown, kind: ColumnKind): unknown {
  const stored: unknown = JSON.parse(JSON.stringify(value))
  if (stored === null) return null
  if (kind === 'instant') return new Date(String(stored))
  if (kind === 'bytes') return Buffer.from(String(stored).slice(2), 'hex')
  return stored
}

const toPostgres = (value: unknown, kind: ColumnKind) =>
  convertValue(value, { kind, to: 'postgres' })
const thereAndBack = (value: unknown, kind: ColumnKind) =>
  convertValue(readBack(toPostgres(value, kind), kind), { kind, to: 'sqlite' })

describe('a SQLite value is the same after a move to PostgreSQL and back', () => {
  test('text', () => {
    const text = fc.string({ unit: 'grapheme' }).map((each) => each.replaceAll('\0', ''))
    fc.assert(fc.property(text, (value) => thereAndBack(value, 'text') === value))
  })

  test('whole numbers', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => thereAndBack(value, 'integer') === value))
  })

  test('instants', () => {
    const instant = fc
      .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString())
    fc.assert(fc.property(instant, (value) => thereAndBack(value, 'instant') === value))
  })

  test('bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (value) =>
        Buffer.from(value).equals(thereAndBack(Buffer.from(value), 'bytes') as Buffer),
      ),
    )
  })

  test.each([0, 1])('the boolean %i', (value) => expect(thereAndBack(value, 'boolean')).toBe(value))

  test.each<ColumnKind>(['text', 'integer', 'boolean', 'instant', 'bytes'])('no %s', (kind) =>
    expect(thereAndBack(null, kind)).toBeNull(),
  )
})

test.each<[ColumnKind, unknown]>([
  ['text', 'a\0b'],
  ['text', 1],
  ['integer', 2 ** 53],
  ['integer', 0.5],
  ['boolean', 2],
  ['instant', 'yesterday'],
  ['bytes', 'text'],
])('a value that is not of the type %s is refused: %j', (kind, value) => {
  expect(() => toPostgres(value, kind)).toThrow(UnfitValueError)
})
