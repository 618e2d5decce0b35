import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CustomerSort } from '#server/features/customers/customers.schema.ts'
import { compareBytes } from '#server/shared/text/text-order.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { type Person, testApp } from '../support/test-app.ts'

type Payments = { USD?: number; EUR?: number; GBP?: number; isFailed?: boolean }

/** Pays whole units: amounts ending in .00 succeed, amounts ending in .01 are declined. */
async function pay(person: Person, customerEmail: string, { isFailed, ...amounts }: Payments) {
  for (const [currency, units] of Object.entries(amounts) as ['USD' | 'EUR' | 'GBP', number][]) {
    await person.api.transactions.create.mutate(
      payment({ customerEmail, currency, amount: `${units}.${isFailed ? '01' : '00'}` }),
    )
  }
}

async function namesBy(person: Person, input: { sort: CustomerSort; limit: number }) {
  const emails: string[] = []
  let cursor: string | undefined
  do {
    const page = await person.api.customers.list.query({ ...input, cursor })
    emails.push(...page.data.map(({ email }) => email.split('@')[0] ?? ''))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return emails
}

test('payers in other currencies rank below payers in the reporting one and above non-payers', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.customers.create.mutate({ name: 'Never', email: 'never@example.com' })
  app.clock.advance(1)
  await pay(alice, 'euros@example.com', { EUR: 4386 })
  app.clock.advance(1)
  await pay(alice, 'declined@example.com', { EUR: 9000, isFailed: true })
  app.clock.advance(1)
  await pay(alice, 'little@example.com', { USD: 1 })
  app.clock.advance(1)
  await pay(alice, 'pounds@example.com', { GBP: 5 })
  app.clock.advance(1)
  await pay(alice, 'both@example.com', { USD: 2, EUR: 1 })
  const down = ['both', 'little', 'pounds', 'euros', 'declined', 'never']

  for (const limit of [1, 2, 3, 100]) {
    expect(await namesBy(alice, { sort: '-totalSpent', limit })).toEqual(down)
    expect(await namesBy(alice, { sort: 'totalSpent', limit })).toEqual(down.toReversed())
  }

  await alice.api.merchant.update.mutate({ currency: 'EUR' })
  expect(await namesBy(alice, { sort: '-totalSpent', limit: 2 })).toEqual([
    'euros',
    'both',
    'pounds',
    'little',
    'declined',
    'never',
  ])
})

const person = fc.record(
  {
    USD: fc.integer({ min: 1, max: 3 }),
    EUR: fc.integer({ min: 1, max: 3 }),
    isFailed: fc.boolean(),
  },
  { requiredKeys: [] },
)

test('cursors and page numbers give every customer once by spending, in one order, with any filter', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const people = fc.sample(person, 14)
  const createdCustomers: { id: string; status: string; standing: number }[] = []
  for (const [at, amounts] of people.entries()) {
    const { id } = await alice.api.customers.create.mutate({
      name: `P${at}`,
      email: `p${at}@example.com`,
      status: at % 3 === 0 ? 'inactive' : 'active',
    })
    await pay(alice, `p${at}@example.com`, amounts)
    const spent = amounts.isFailed ? {} : amounts
    const standing = spent.USD ?? (spent.EUR ? 0 : -1)
    createdCustomers.push({ id, status: at % 3 === 0 ? 'inactive' : 'active', standing })
  }

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('-totalSpent' as const, 'totalSpent' as const),
      fc.integer({ min: 2, max: 9 }),
      fc.constantFrom({}, { status: 'inactive' as const }, { search: 'example.com' }),
      async (sort, limit, filter) => {
        const sign = sort === 'totalSpent' ? 1 : -1
        const expectedIds = createdCustomers
          .filter(({ status }) => !('status' in filter) || status === filter.status)
          .toSorted((a, b) => sign * (a.standing - b.standing || compareBytes(a.id, b.id)))
          .map(({ id }) => id)
        const input = { ...filter, sort, limit }
        const walked: string[] = []
        let cursor: string | undefined
        do {
          const page = await alice.api.customers.list.query({ ...input, cursor })
          expect(page.total).toBe(expectedIds.length)
          walked.push(...page.data.map(({ id }) => id))
          cursor = page.nextCursor ?? undefined
        } while (cursor)
        const counted: string[] = []
        for (let page = 1; page <= Math.ceil(expectedIds.length / limit); page++) {
          const { data } = await alice.api.customers.list.query({ ...input, page })
          counted.push(...data.map(({ id }) => id))
        }

        expect(walked).toEqual(expectedIds)
        expect(counted).toEqual(expectedIds)
      },
    ),
    { numRuns: runs(10, 4) },
  )
})

test('only the requested customers’ last payments are returned, with any outcome', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const never = await alice.api.customers.create.mutate({ name: 'N', email: 'n@example.com' })
  const paying = payment({ customerEmail: 'p@example.com', amount: '5.00' })
  const { customerId } = await alice.api.transactions.create.mutate(paying)
  app.clock.advance(60_000)
  await alice.api.transactions.create.mutate({ ...paying, amount: '5.01' })

  const ids = [never.id, customerId, 'cus_unknown']
  expect(await alice.api.customers.lastPayments.query({ ids })).toEqual([
    { customerId, lastPaymentAt: '2026-03-10T12:01:00.000Z' },
  ])
  expect(await bob.api.customers.lastPayments.query({ ids })).toEqual([])
  await expect(alice.api.customers.lastPayments.query({ ids: [] })).rejects.toMatchObject({
    data: { code: 'invalid' },
  })
})
