import { expect, test } from 'vitest'
import { inTurns } from '#server/core/queues/in-turns.ts'

test('a row that waits for a place is processed when the place becomes free during the query', async () => {
  const waiting = ['first', 'second']
  const processed: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })

  const count = await inTurns({
    perPlace: 1,
    take: async ({ busy }) => {
      if (busy.length === 0) return waiting.splice(0, 1).map((row) => ({ place: 'account', row }))
      // The work on the first row ends after the query has excluded its account.
      end()
      await new Promise(setImmediate)
      return []
    },
    work: async ({ row }) => {
      if (row === 'first') await ended
      processed.push(row)
    },
  })

  expect(processed).toEqual(['first', 'second'])
  expect(count).toBe(2)
})
