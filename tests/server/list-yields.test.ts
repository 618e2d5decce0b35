import { expect, test } from 'vitest'
import { dialect } from '../support/database.ts'
import { countTicks } from '../support/event-loop-ticks.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const LISTS = 40

// PostgreSQL answers asynchronously, so the event loop runs there anyway.
test.skipIf(dialect !== 'sqlite').each([
  ['by a filter that no index knows', 'minAmount=1.00&sort=customerName'],
  ['by a search', 'search=rossi&sort=amount'],
])('simultaneous lists, %s, begin one after the other', async (_, query) => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())

  const { ticks, result: responses } = await countTicks(() =>
    Promise.all(
      Array.from({ length: LISTS }, () => alice.rest('GET', `/api/transactions?${query}`)),
    ),
  )

  expect(responses.map(({ json }) => json().length)).toEqual(Array(LISTS).fill(1))
  expect(ticks).toBeGreaterThan(LISTS)
})
