import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CustomerSort } from '#server/features/customers/customers.schema.ts'
import { compareBytes } from '#server/shared/text/text-order.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** More customers than are read at once. */
const COPIES = 2500
/** Rows of one insert: a statement has a limited number of values. */
const ROWS_PER_INSERT = 500
/** Every 100th customer is inactive. */
const ACTIVE_INTERVAL = 100

/** Adds a customer and copies of it, each with a name, a time and a sum of its own. */
async function addCustomers({ db }: TestApp, { api }: Person): Promise<void> {
  const { id } = await api.customers.create.mutate({ name: 'Zoe Last', email: 'zoe@example.com' })
  const first = await db
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: COPIES }, (_, at) => ({
    ...first,
    id: `${id}x${at + 1}`,
    name: `Zoe ${((at + 1) * 7919) % COPIES}`,
    email: `${at + 1}${first.email}`,
    emailKey: `${at + 1}${first.emailKey}`,
    status: (at + 1) % ACTIVE_INTERVAL === 0 ? ('inactive' as const) : ('active' as const),
    createdAt: `2026-11-21T00:00:00.${String((at + 1) % 997).padStart(3, '0')}Z`,
  }))
  for (let at = 0; at < COPIES; at += ROWS_PER_INSERT) {
    await db
      .insertInto('customers')
      .values(copies.slice(at, at + ROWS_PER_INSERT))
      .execute()
  }
  await sql`
    insert into rollup_customers
      (merchant_id, calendar, customer_id, currency, transaction_count, total_spent)
    select s.merchant_id, s.calendar, c.id, s.currency, 0, length(c.name) * 100
    from rollup_customers s
    join customers c on c.merchant_id = s.merchant_id and c.id <> s.customer_id
    where s.customer_id = ${id}`.execute(db)
}

async function readPages(person: Person, query: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await person.rest(
      'GET',
      `/api/customers?${query}&limit=7${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    )
    expect(page.status).toBe(200)
    ids.push(...page.json().map(({ id }: { id: string }) => id))
    cursor = /cursor=([^&>]+)/.exec(String(page.headers.link ?? ''))?.[1]
  } while (cursor !== undefined)
  return ids
}

test('a few customers of very many are listed completely, in every order, page by page and by number', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await addCustomers(app, alice)
  const rows = await app.db
    .selectFrom('customers')
    .innerJoin('rollupCustomers as spent', (join) =>
      join
        .onRef('spent.merchantId', '=', 'customers.merchantId')
        .onRef('spent.customerId', '=', 'customers.id'),
    )
    .select(['customers.id', 'name', 'createdAt', 'totalSpent'])
    .where('status', '=', 'inactive')
    .where('currency', '=', 'USD')
    .execute()
  expect(rows).toHaveLength(COPIES / ACTIVE_INTERVAL)

  for (const sort of CustomerSort.options) {
    const column = sort.replace('-', '') as 'name' | 'createdAt' | 'totalSpent'
    const sign = sort.startsWith('-') ? -1 : 1
    const wanted = rows
      .toSorted((one, other) => {
        const [a, b] = [one[column], other[column]]
        const first =
          typeof a === 'number' && typeof b === 'number'
            ? a - b
            : compareBytes(String(a), String(b))
        return sign * (first || compareBytes(one.id, other.id))
      })
      .map((row) => row.id)

    expect(await readPages(alice, `status=inactive&sort=${sort}`), sort).toEqual(wanted)
    const second = await alice.rest(
      'GET',
      `/api/customers?status=inactive&sort=${sort}&page=2&limit=10`,
    )
    expect(second.json().map((row: { id: string }) => row.id)).toEqual(wanted.slice(10, 20))
  }
})

test('a month in which no customer paid lists none', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await addCustomers(app, alice)

  for (const query of ['paidIn=2020-01', 'paidIn=2020-01&paidAlsoIn=2020-02&status=active']) {
    const { data, total } = await alice.api.customers.list.query(
      Object.fromEntries(new URLSearchParams(query)),
    )
    expect([data, total]).toEqual([[], 0])
  }
})
