import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dialect } from '../support/database.ts'
import { manyRefunds, reasons } from '../support/many-refunds.ts'
import { runs } from '../support/runs.ts'
import { type Person, testApp } from '../support/test-app.ts'
import { turnsDuring } from '../support/turns.ts'

type Asked = Exclude<Parameters<Person['api']['refunds']['list']['query']>[0], void | undefined>

const LISTS = 40

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

async function byCursor(alice: Person, asked: Asked): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await alice.api.refunds.list.query({ ...asked, cursor })
    ids.push(...idsOf(page))
    if (!page.nextCursor) return ids
    cursor = page.nextCursor
  }
}

async function byNumber(alice: Person, asked: Asked, total: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; page <= Math.ceil(total / (asked.limit ?? 1)) + 1; page++) {
    ids.push(...idsOf(await alice.api.refunds.list.query({ ...asked, page })))
  }
  return ids
}

test('pages hold each refund of any filter once, in order, by number and by cursor', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await manyRefunds(app, alice)
  const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        search: maybe('maria rossi', 'part', 'nobody'),
        status: maybe<'success' | 'pending' | 'failed'>('success', 'pending', 'failed'),
        reason: maybe(...reasons),
        minAmount: maybe('2.00'),
        sort: fc.constantFrom(
          '-createdAt',
          'amount',
          '-amount',
          'customerName',
          'reference' as const,
        ),
        limit: fc.constantFrom(5, 7, 20),
      }),
      async (asked) => {
        const whole = await alice.api.refunds.list.query({ ...asked, limit: 200 })
        expect(whole).toMatchObject({
          total: whole.data.length,
          totalExact: true,
          nextCursor: null,
        })
        if (asked.sort.endsWith('amount')) {
          const sign = asked.sort.startsWith('-') ? -1 : 1
          const amounts = whole.data.map(({ amount }) => sign * Number(amount))
          expect(amounts).toEqual(amounts.toSorted((one, other) => one - other))
        }
        expect(await byCursor(alice, asked)).toEqual(idsOf(whole))
        expect(await byNumber(alice, asked, whole.total)).toEqual(idsOf(whole))
      },
    ),
    { numRuns: runs(25, 5) },
  )
})

// PostgreSQL answers asynchronously, so the event loop runs there anyway.
test.skipIf(dialect !== 'sqlite')(
  'lists of refunds that no index knows begin one after the other',
  async () => {
    await using app = await testApp()
    const alice = await app.person()
    await manyRefunds(app, alice)

    const { turns, result: pages } = await turnsDuring(() =>
      Promise.all(
        Array.from({ length: LISTS }, () =>
          alice.rest('GET', '/api/refunds?minAmount=2.00&sort=customerName'),
        ),
      ),
    )

    for (const { status } of pages) expect(status).toBe(200)
    expect(turns).toBeGreaterThan(LISTS)
  },
)
