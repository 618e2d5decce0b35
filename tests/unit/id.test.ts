import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeId, makeReference } from '#server/shared/id.ts'

test('ids sort by the time they were made', () => {
  const ids = [1, 31, 32, 1_000_000, 1_795_000_000_000].map((at) => makeId('txn', at, randomBytes))

  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^txn_[0-9A-HJKMNP-TV-Z]{26}$/)
})

test('ids and references do not repeat', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => makeId('cus', 5, randomBytes))).size).toBe(
    10_000,
  )
  expect(new Set(Array.from({ length: 10_000 }, () => makeReference(randomBytes))).size).toBe(
    10_000,
  )
})
