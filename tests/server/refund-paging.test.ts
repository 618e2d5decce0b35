import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dialect } from '../support/database.ts'
import { countTicks } from '../support/event-loop-ticks.ts'
import { createManyRefunds, reasons } from '../support/many-refunds.ts'
import { runs } from '../support/runs.ts'
import { type Person, testApp } from '../support/test-app.ts'

type RefundQuery = Exclude<
  Parameters<Person['api']['refunds']['list']['query']>[0],
  void | undefined
>

const LISTS = 40

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

async function idsByCursor(alice: Person, refundQuery: RefundQuery): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await alice.api.refunds.list.query({ ...refundQuery, cursor })
    ids.push(...idsOf(page))
    if (!page.nextCursor) return ids
    cursor = page.nextCursor
  }
}

async function idsByNumber(
  alice: Person,
  refundQuery: RefundQuery,
  total: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; page <= Math.ceil(total / (refundQuery.limit ?? 1)) + 1; page++) {
    ids.push(...idsOf(await alice.api.refunds.list.query({ ...refundQuery, page })))
  }
  return ids
}

test('pages hold each refund of any filter once, in order, by number and by cursor', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await createManyRefunds(app, alice)
  const optionOf = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        search: optionOf('maria rossi', 'part', 'nobody'),
        status: optionOf<'success' | 'pending' | 'failed'>('success', 'pending', 'failed'),
        reason: optionOf(...reasons),
        minAmount: optionOf('2.00'),
        sort: fc.constantFrom(
          '-createdAt',
          'amount',
          '-amount',
          'customerName',
          'reference' as const,
        ),
        limit: fc.constantFrom(5, 7, 20),
      }),
      async (refundQuery) => {
        const wholeList = await alice.api.refunds.list.query({ ...refundQuery, limit: 200 })
        expect(wholeList).toMatchObject({
          total: wholeList.data.length,
          totalExact: true,
          nextCursor: null,
        })
        if (refundQuery.sort.endsWith('amount')) {
          const sign = refundQuery.sort.startsWith('-') ? -1 : 1
          const amounts = wholeList.data.map(({ amount }) => sign * Number(amount))
          expect(amounts).toEqual(amounts.toSorted((one, other) => one - other))
        }
        expect(await idsByCursor(alice, refundQuery)).toEqual(idsOf(wholeList))
        expect(await idsByNumber(alice, refundQuery, wholeList.total)).toEqual(idsOf(wholeList))
      },
    ),
    { numRuns: runs(25, 5) },
  )
})

// PostgreSQL answers asynchronously, so the event loop runs there anyway.
test.skipIf(dialect !== 'sqlite')(
  'lists of refunds without an index run one after the other',
  async () => {
    await using app = await testApp()
    const alice = await app.person()
    await createManyRefunds(app, alice)

    const { ticks, result: pages } = await countTicks(() =>
      Promise.all(
        Array.from({ length: LISTS }, () =>
          alice.rest('GET', '/api/refunds?minAmount=2.00&sort=customerName'),
        ),
      ),
    )

    for (const { status } of pages) expect(status).toBe(200)
    expect(ticks).toBeGreaterThan(LISTS)
  },
)
