import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { testApp } from '../support/test-app.ts'

const sorts = [
  '-createdAt',
  'createdAt',
  '-amount',
  'amount',
  'customerName',
  '-transactionId',
] as const

test('a walk by cursors returns every row once, in order, also with shared values and rows added meanwhile', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const pay = (cents: number) =>
    alice.api.transactions.create.mutate(payment({ amount: `${cents}.00` }))
  // Every third payment shares its instant with the one before, and amounts repeat.
  for (let i = 0; i < 20; i++) {
    await pay(1 + (i % 4))
    if (i % 3 !== 0) app.clock.advance(1)
  }

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sorts),
      fc.integer({ min: 1, max: 7 }),
      async (sort, limit) => {
        const before = (await alice.api.transactions.list.query({ sort, limit: 500 })).data
        const walkedIds: string[] = []
        let cursor: string | undefined
        do {
          const page = await alice.api.transactions.list.query({ sort, limit, cursor })
          walkedIds.push(...page.data.map(({ id }) => id))
          cursor = page.nextCursor ?? undefined
          if (walkedIds.length === limit) {
            app.clock.advance(1)
            await pay(2)
          }
        } while (cursor)

        const knownIds = new Set(before.map(({ id }) => id))
        expect(new Set(walkedIds).size).toBe(walkedIds.length)
        expect(walkedIds.filter((id) => knownIds.has(id))).toEqual(before.map(({ id }) => id))
      },
    ),
    { numRuns: runs(25, 8) },
  )
})

test.each([
  ['not a cursor', 'hello'],
  ['half of one', 'WyItY3JlYXRlZEF0'],
  ['JSON of another shape', Buffer.from('{"a":1}').toString('base64url')],
  ['one of another sort', Buffer.from('["amount",5,"txn_1"]').toString('base64url')],
  ['a number where a text belongs', Buffer.from('["-createdAt",5,"txn_1"]').toString('base64url')],
  ['bytes that are not text', Buffer.from([0xff, 0xfe]).toString('base64url')],
])('a cursor that is %s is refused by its name', async (_, cursor) => {
  await using app = await testApp()
  const alice = await app.person()

  for (const path of ['/api/transactions', '/api/customers']) {
    const refused = await alice.rest('GET', `${path}?cursor=${cursor}`)
    expect([path, refused.status]).toEqual([path, 400])
    expect(refused.json().issues[0].path).toBe('cursor')
  }
})

test('a page together with a cursor is refused, and so is a page too deep', async () => {
  await using app = await testApp()
  const alice = await app.person()

  for (const query of ['page=1&cursor=x', 'page=101&limit=100', 'page=21&limit=500']) {
    const refused = await alice.rest('GET', `/api/transactions?${query}`)
    expect([query, refused.status]).toEqual([query, 400])
    expect(refused.json().issues[0].path).toBe('page')
  }
})
