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

test('a query that fails waits for running work, whose own failure stays handled', async () => {
  const rows = ['first']
  let hasEnded = false
  const processing = processRows({
    take: async () => {
      const taken = rows.splice(0, 1)
      if (taken.length === 0) throw new Error('the database is gone')
      return taken.map((row) => ({ concurrencyKey: row }))
    },
    work: async () => {
      await new Promise(setImmediate)
      hasEnded = true
      throw new Error('the outcome cannot be stored')
    },
  })

  await expect(processing).rejects.toThrow('the database is gone')
  expect(hasEnded).toBe(true)
})

test('the first failure of work is thrown, and no further row is taken', async () => {
  const taken: string[] = []
  const processing = processRows({
    take: async () => {
      const row = `row ${taken.length}`
      taken.push(row)
      return [{ concurrencyKey: row }]
    },
    work: async ({ concurrencyKey }) => {
      throw new Error(`${concurrencyKey} failed`)
    },
  })

  await expect(processing).rejects.toThrow('row 0 failed')
  expect(taken.length).toBeLessThan(4)
})
