import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted, type Kind, UnfitValue } from '#server/ops/move/values.rules.ts'

/** Returns an inserted value as PostgreSQL's driver reads it: JSON goes in, PostgreSQL's own types come out. */
function readBack(value: unknown, kind: Kind): unknown {
  const stored: unknown = JSON.parse(JSON.stringify(value))
  if (stored === null) return null
  if (kind === 'instant') return new Date(String(stored))
  if (kind === 'bytes') return Buffer.from(String(stored).slice(2), 'hex')
  return stored
}

const there = (value: unknown, kind: Kind) => converted(value, { kind, to: 'postgres' })
const back = (value: unknown, kind: Kind) =>
  converted(readBack(there(value, kind), kind), { kind, to: 'sqlite' })

describe('a value of SQLite is the same after it was in PostgreSQL', () => {
  test('text', () => {
    const text = fc.string({ unit: 'grapheme' }).map((each) => each.replaceAll('\0', ''))
    fc.assert(fc.property(text, (value) => back(value, 'text') === value))
  })

  test('whole numbers', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => back(value, 'integer') === value))
  })

  test('instants', () => {
    const instant = fc
      .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString())
    fc.assert(fc.property(instant, (value) => back(value, 'instant') === value))
  })

  test('bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (value) =>
        Buffer.from(value).equals(back(Buffer.from(value), 'bytes') as Buffer),
      ),
    )
  })

  test.each([0, 1])('the boolean %i', (value) => expect(back(value, 'boolean')).toBe(value))

  test.each<Kind>(['text', 'integer', 'boolean', 'instant', 'bytes'])('no %s', (kind) =>
    expect(back(null, kind)).toBeNull(),
  )
})

test.each<[Kind, unknown]>([
  ['text', 'a\0b'],
  ['text', 1],
  ['integer', 2 ** 53],
  ['integer', 0.5],
  ['boolean', 2],
  ['instant', 'yesterday'],
  ['bytes', 'text'],
])('what is no %s is refused: %j', (kind, value) => {
  expect(() => there(value, kind)).toThrow(UnfitValue)
})
