import { expect, test } from 'vitest'
import { Batch } from '#server/services/rollups/calendar-batches.queries.ts'

test('a slow PostgreSQL gets fewer rows at once, a fast one more, within bounds', () => {
  const batch = new Batch('postgres')
  const rowsAfter = (tookMs: number) => {
    batch.adapt(tookMs)
    return batch.rows
  }

  expect(batch.rows).toBe(300)
  expect(rowsAfter(200)).toBe(150)
  expect(rowsAfter(10_000)).toBe(100)
  expect(rowsAfter(1)).toBe(200)
  expect(rowsAfter(50)).toBe(400)
  expect(rowsAfter(0)).toBe(500)
  expect(rowsAfter(100)).toBe(500)
})

test('a batch on SQLite, which has one thread, always has the same size', () => {
  const batch = new Batch('sqlite')

  for (const tookMs of [0, 1, 1000]) {
    batch.adapt(tookMs)
    expect(batch.rows).toBe(100)
  }
})
