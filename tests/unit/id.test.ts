import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idMaker, makeReference } from '#server/shared/id.ts'

test('ids sort in order of creation, regardless of clock changes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2 }), (times) => {
      const clock = times.map((time) => 1_795_000_000_000 + time)
      const newId = idMaker(() => clock.shift() ?? 0, randomBytes)
      const ids = times.map(() => newId('txn'))

      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
      for (const id of ids) expect(id).toMatch(/^txn_[0-9A-HJKMNP-TV-Z]{26}$/)
    }),
  )
})

test('ids of two makers do not collide, even in the same millisecond', () => {
  const [first, second] = [idMaker(() => 5, randomBytes), idMaker(() => 5, randomBytes)]
  const ids = Array.from({ length: 5000 }, () => [first('cus'), second('cus')]).flat()

  expect(new Set(ids).size).toBe(10_000)
})

test('the id after the last one of a millisecond keeps its length', () => {
  const newId = idMaker(
    () => 5,
    (size) => new Uint8Array(size).fill(31),
  )

  expect([newId('evt').slice(-16), newId('evt').slice(-16)]).toEqual([
    'Z'.repeat(16),
    '0'.repeat(16),
  ])
})

test('references are unique', () => {
  const references = Array.from({ length: 10_000 }, () => makeReference(randomBytes))

  expect(new Set(references).size).toBe(10_000)
})
