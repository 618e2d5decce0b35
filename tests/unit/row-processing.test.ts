import { expect, test } from 'vitest'
import { processRows } from '#server/core/queues/row-processing.ts'

test('a row that waits for a slot is processed when the slot becomes free during the query', async () => {
  const rows = ['first', 'second']
  const processed: string[] = []
  let endFirst = () => {}
  const firstEnded = new Promise<void>((resolve) => {
    endFirst = resolve
  })

  const count = await processRows({
    perKey: 1,
    take: async ({ busy }) => {
      if (busy.length === 0)
        return rows.splice(0, 1).map((row) => ({ concurrencyKey: 'account', row }))
      // The work on the first row ends after the query has excluded its account.
      endFirst()
      await new Promise(setImmediate)
      return []
    },
    work: async ({ row }) => {
      if (row === 'first') await firstEnded
      processed.push(row)
    },
  })

  expect(processed).toEqual(['first', 'second'])
  expect(count).toBe(2)
})
