import { expect, test } from 'vitest'
import { readIdsInRanges } from '#server/core/range-reads.ts'
import { countTicks } from '../support/event-loop-ticks.ts'

const SPANS = 20

/** Returns a reader of SPANS spans, each with one matching row. It records the limits that it gets. */
const read = (limits: number[]) => {
  let spans = 0
  return async ({ limit }: { limit: number }) => {
    spans += 1
    limits.push(limit)
    const id = `row${spans}`
    return { upTo: spans < SPANS ? { value: spans, id } : undefined, matches: [{ id }] }
  }
}

test('an index is read to its end, and yields to others before each range', async () => {
  const { ticks, result } = await countTicks(() => readIdsInRanges({ limit: 100 }, read([])))

  expect(result).toHaveLength(SPANS)
  expect(ticks).toBeGreaterThanOrEqual(SPANS)
})

test('no more rows are read than requested', async () => {
  const limits: number[] = []

  expect(await readIdsInRanges({ limit: 3 }, read(limits))).toEqual(['row1', 'row2', 'row3'])
  expect(limits).toEqual([3, 2, 1])
})
