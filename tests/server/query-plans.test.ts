import { type CompiledQuery, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listQuery, sumsByIds } from '#server/core/lists/list.queries.ts'
import { leaseRowsQuery } from '#server/core/queues/leased-rows.queries.ts'
import { findKeyByHash } from '#server/features/api-keys/api-keys.queries.ts'
import { auditLogQuery } from '#server/features/audit-log/audit-log.queries.ts'
import { customersQuery, lastPaymentsQuery } from '#server/features/customers/customers.queries.ts'
import { CustomerSort } from '#server/features/customers/customers.schema.ts'
import { sumTakingsQuery } from '#server/features/dashboard/dashboard.queries.ts'
import { changeCalendar } from '#server/features/merchants/change-calendar.ts'
import { updateMerchantRow } from '#server/features/merchants/merchants.queries.ts'
import { referencedPaymentsQuery } from '#server/features/transactions/store/order-references.queries.ts'
import { TransactionSort } from '#server/features/transactions/transaction-enums.schema.ts'
import { transactionList } from '#server/features/transactions/transactions.list.ts'
import { dueEventColumns, waitingEventsOf } from '#server/features/webhooks/due-events.queries.ts'
import {
  buildTrigramExpression,
  findRarestTrigrams,
  selectIndexedTexts,
  windowParameters,
} from '#server/services/search/search.queries.ts'
import { dialect } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

/** Returns the database's query plan, as text. */
async function planOf({ db }: TestApp, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const quoted = parameters.map((value) =>
    typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`,
  )
  let index = 0
  const filled = text.replace(/\$\d+|\?/g, () => quoted[index++] ?? 'null')
  const explain = dialect === 'sqlite' ? 'explain query plan' : 'explain'
  const { rows } = await sql.raw<Record<string, unknown>>(`${explain} ${filled}`).execute(db)
  return rows.map((row) => row.detail ?? row.queryPlan ?? row['QUERY PLAN']).join('\n')
}

/** Adds so many rows that PostgreSQL prefers an index to reading the table. */
async function manyRows(app: TestApp): Promise<string> {
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())
  if (dialect === 'postgres') {
    await sql`
      insert into transactions select merchant_id, 'txn_' || n, 'TXN-' || n, customer_id,
        customer_name || n, customer_email, n, currency, payment_method, description, status,
        failure_reason,
        to_char(timestamp '2026-01-01' + n * interval '1 minute', 'YYYY-MM-DD'), weekday, slot, processor, next_check_at,
        to_char(timestamp '2026-01-01' + n * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        updated_at, settled_at
      from transactions, generate_series(1, 20000) as n
    `.execute(app.db)
    await sql`
      insert into customers
        (merchant_id, id, name, email, email_key, status, created_at, updated_at)
      select merchant_id, 'cus_' || n, name || n, n || '@e.it', n || '@e.it', status, created_at,
        updated_at
      from customers, generate_series(1, 5000) as n
    `.execute(app.db)
    await sql`insert into rollup_customers
      (merchant_id, calendar, customer_id, currency, transaction_count, total_spent)
      select merchant_id, 0, id, 'USD', 1, 1 from customers on conflict do nothing`.execute(app.db)
    await sql`insert into rollup_customer_months
      (merchant_id, calendar, month, customer_id, currency, count, amount)
      select merchant_id, 0, '2026-0' || month, id, 'USD', 1, 1 from customers, generate_series(1, 3) as month on conflict do nothing`.execute(
      app.db,
    )
    await sql`analyze`.execute(app.db)
  }
  return alice.merchant.id
}

let started: Promise<{ app: TestApp; merchantId: string }> | undefined

/** Shares these rows, in one app, among all tests that only read them. */
function startWithManyRows(): Promise<{ app: TestApp; merchantId: string }> {
  started ??= testApp().then(async (app) => ({ app, merchantId: await manyRows(app) }))
  return started
}

afterAll(async () => {
  await (await started)?.app[Symbol.asyncDispose]()
})

const fullScanPattern =
  dialect === 'sqlite' ? /SCAN (?!.*(?:CONSTANT|VIRTUAL))|TEMP B-TREE/ : /Seq Scan|\bSort\b/

test.each(TransactionSort.options)(
  'the list sorted by %s reads an index in order, page by page',
  async (sort) => {
    const { app, merchantId } = await startWithManyRows()
    const column = sort.replace('-', '')
    const value = column === 'amount' ? 5 : '2026-01-05T00:00:00.000Z'

    for (const after of [undefined, { sort, value, id: 'txn_1' }]) {
      const query = listQuery(
        app.db,
        transactionList,
        { merchantId, calendar: 0, dialect },
        { sort, limit: 11, after },
      )
      const plan = await planOf(app, query.compile())
      expect(plan).not.toMatch(fullScanPattern)
      expect(plan).toMatch(/transactions_/)
    }
  },
)

test.each([
  ['status', { status: 'failed' as const }],
  ['what is final', { final: true }],
  ['what is pending', { final: false }],
  ['status and what is final', { status: 'success' as const, final: true }],
  ['what waits for a capture', { waitingFor: 'capture' as const }],
  ['what waits for a transfer', { waitingFor: 'transfer' as const }],
  ['type of method', { methodType: 'ideal' }],
  ['customer', { customerId: 'cus_1' }],
  ['payment link', { linkId: 'lnk_1' }],
  ['order reference', { reference: 'A-1' }],
  ['shop', { shopId: 'key_1' }],
  [
    'days',
    {
      from: '2026-01-02',
      to: '2026-01-03',
      fromInstant: '2026-01-02T00:00:00.000Z',
      beforeInstant: '2026-01-04T00:00:00.000Z',
    },
  ],
])('the default order filtered by %s needs no scan and no sort', async (_, filter) => {
  const { app, merchantId } = await startWithManyRows()

  const query = listQuery(
    app.db,
    transactionList,
    { merchantId, calendar: 0, dialect, ...filter },
    { sort: '-createdAt', limit: 11 },
  )

  expect(await planOf(app, query.compile())).not.toMatch(fullScanPattern)
})

test('payments with a reference are found by the index that keeps references unique', async () => {
  const { app, merchantId } = await startWithManyRows()

  const query = referencedPaymentsQuery(app.db, { merchantId, references: ['A-1', 'A-2'] })

  expect(await planOf(app, query.compile())).toMatch(/transactions_order\b/)
})

test('payments of one type of method are read from the index of types', async () => {
  const { app, merchantId } = await startWithManyRows()

  const query = listQuery(
    app.db,
    transactionList,
    { merchantId, calendar: 0, dialect, methodType: 'ideal' },
    { sort: '-createdAt', limit: 11 },
  )

  expect(await planOf(app, query.compile())).toMatch(/transactions_method/)
})

test.each(CustomerSort.options)('customers sorted by %s read an index in order', async (sort) => {
  const { app, merchantId } = await startWithManyRows()

  const query = customersQuery(
    app.db,
    { merchantId, calendar: 0, dialect, currency: 'USD', paidMonths: [] },
    { sort, limit: 11, offset: 0 },
  )

  expect(await planOf(app, query.compile())).not.toMatch(fullScanPattern)
})

test.each([
  ['spent in the reporting currency', { spentInReporting: true }],
  ['spent in other currencies alone', { spentInReporting: false, spentInOther: true }],
  ['spent nothing', { spentInReporting: false, spentInOther: false }],
])('customers who %s are read by indexes alone, in order', async (_, condition) => {
  const { app, merchantId } = await startWithManyRows()
  if (dialect === 'postgres') {
    await sql`update rollup_customers set total_spent = 0, currency =
      case when customer_id < 'cus_3' then 'EUR' else currency end
      where customer_id < 'cus_4'`.execute(app.db)
    await sql`analyze rollup_customers`.execute(app.db)
  }
  const filter = { merchantId, calendar: 0, dialect, currency: 'USD', paidMonths: [] } as const

  for (const sort of ['-totalSpent', 'totalSpent'] as const) {
    const slice = { sort, limit: 11, offset: 0 }
    const query = customersQuery(app.db, { ...filter, ...condition }, slice)
    const plan = await planOf(app, query.compile())
    expect(plan).not.toMatch(fullScanPattern)
  }
})

test.each([
  ['totalSpent', { spentInReporting: true }, { value: 1, id: 'cus_2' }],
  ['-totalSpent', { spentInReporting: false }, { value: 0, id: 'cus_2' }],
  ['totalSpent', { spentInReporting: false }, { value: 0, id: 'cus_2' }],
] as const)(
  'a page of customers sorted by %s with %o begins where the previous page ended',
  async (sort, condition, place) => {
    const { app, merchantId } = await startWithManyRows()
    const query = customersQuery(
      app.db,
      { merchantId, calendar: 0, dialect, currency: 'USD', paidMonths: [], ...condition },
      { sort, limit: 11, offset: 0, after: { sort, ...place } },
    )
    const plan = await planOf(app, query.compile())
    expect(plan).not.toMatch(fullScanPattern)
    const isPair = condition.spentInReporting
    // The database would not search by a second bound at the same end, nor by a pair whose sum all rows share.
    expect(query.compile().sql).not.toMatch(
      isPair ? /"total_spent" > / : /\("spent"."total_spent", /,
    )
    const searched = isPair
      ? /total_spent, ?(?:spent\.)?customer_id\)/
      : /customer_id [<>] |customer_id[<>]/
    expect(plan).toMatch(searched)
  },
)

test('the last payments of a page of customers are looked up one by one', async () => {
  const { app, merchantId } = await startWithManyRows()
  const ids = ['cus_1', 'cus_2', 'cus_3']

  const plan = await planOf(app, lastPaymentsQuery(app.db, { merchantId, ids }).compile())

  expect(plan).toMatch(/transactions_customer/)
  expect(plan).not.toMatch(/SCAN|Seq Scan/)
})

test('payments are added up by looking each of their ids up', async () => {
  const { app, merchantId } = await startWithManyRows()

  const plan = await planOf(
    app,
    sumsByIds(app.db, transactionList, { merchantId, dialect }, ['txn_1']).compile(),
  )

  expect(plan).toMatch(dialect === 'sqlite' ? /SEARCH transactions USING .*\bid=\?\)/ : /id = /)
  expect(plan).not.toMatch(/SCAN transactions|Seq Scan on transactions/)
})

test.each([
  ['a month', ['2026-01']],
  ['two months', ['2026-01', '2026-02']],
])('customers who paid in %s are read by indexes alone', async (_, paidMonths) => {
  const { app, merchantId } = await startWithManyRows()

  const query = customersQuery(
    app.db,
    { merchantId, calendar: 0, dialect, currency: 'USD', paidMonths },
    { sort: '-createdAt', limit: 11, offset: 0 },
  )

  expect(await planOf(app, query.compile())).not.toMatch(fullScanPattern)
})

test('look-ups by id, reference and key read one row by an index', async () => {
  const { app, merchantId } = await startWithManyRows()
  const queries = [
    app.db
      .selectFrom('transactions')
      .selectAll()
      .where('merchantId', '=', merchantId)
      .where('id', '=', 'txn_5'),
    app.db
      .selectFrom('transactions')
      .selectAll()
      .where('merchantId', '=', merchantId)
      .where('transactionId', '=', 'TXN-5'),
    app.db
      .selectFrom('customers')
      .selectAll()
      .where('merchantId', '=', merchantId)
      .where('emailKey', '=', '5@e.it'),
  ]

  for (const query of queries) {
    const plan = await planOf(app, query.compile())
    expect(plan).toMatch(dialect === 'sqlite' ? /SEARCH .* USING INDEX/ : /Index (?:Only )?Scan/)
    expect(plan).not.toMatch(fullScanPattern)
  }
  expect(await findKeyByHash(app.db, 'nothing')).toBeUndefined()
})

test.runIf(dialect === 'sqlite')('a search goes through the trigram index', async () => {
  const { app, merchantId } = await startWithManyRows()
  const search = { merchantId, kind: 'transaction' as const, terms: ['rossi'] }
  const place = { after: 0, to: 10 }
  const expression = buildTrigramExpression(
    await findRarestTrigrams(app.db, search, place.to),
    place,
  )

  const query = selectIndexedTexts(app.db, { ...windowParameters(search, place), expression })

  expect(await planOf(app, query.compile())).toMatch(/trigrams VIRTUAL TABLE INDEX/)
})

/** Adds many entries, of which few share a key, a customer, an action or a day. */
async function manyEntries(app: TestApp): Promise<string> {
  const alice = await app.person()
  if (dialect === 'postgres') {
    await sql`
      insert into audit_log (merchant_id, id, at, actor, action, object_id, request_id)
      select ${alice.merchant.id}, 'aud_' || lpad(n::text, 26, '0'), '2026-01-01T00:00:00.000Z',
        'key:' || n % 1000, 'action.' || n % 1000, 'cus_' || n % 1000, 'req_1'
      from generate_series(1, 20000) as n
    `.execute(app.db)
    await sql`analyze audit_log`.execute(app.db)
  }
  return alice.merchant.id
}

const idOf = (n: number) => `aud_${String(n).padStart(26, '0')}`

test.each([
  ['nothing', {}, /audit_log_pk|autoindex/],
  ['the action', { action: 'action.7' }, /audit_log_action/],
  ['the actor', { actor: 'key:7' }, /audit_log_actor/],
  ['the object', { objectId: 'cus_7' }, /audit_log_object/],
  [
    'days',
    {
      fromId: idOf(300),
      toId: idOf(500),
      fromInstant: '2026-01-01T00:00:00.000Z',
      beforeInstant: '2026-01-02T00:00:00.000Z',
    },
    /audit_log_pk|autoindex/,
  ],
  ['the actor and days', { actor: 'key:7', fromId: idOf(300), toId: idOf(500) }, /audit_log_actor/],
])('the audit log filtered by %s reads an index, page by page', async (_, filter, index) => {
  await using app = await testApp()
  const merchantId = await manyEntries(app)

  for (const afterId of [undefined, idOf(400)]) {
    const query = auditLogQuery(app.db, { merchantId, ...filter }, { limit: 26, afterId })
    const plan = await planOf(app, query.compile())
    expect(plan).toMatch(index)
    // PostgreSQL may prefer to sort the few rows that an index finds.
    expect(plan).not.toMatch(dialect === 'sqlite' ? fullScanPattern : /Seq Scan/)
  }
})

test('the next event of an endpoint is found by an index, however many wait', async () => {
  await using app = await testApp()
  const query = leaseRowsQuery(app.db, waitingEventsOf('whe_1'), {
    dialect,
    merchantId: 'mer_1',
    now: '2026-01-01T00:00:00.000Z',
    leasedUntil: '2026-01-01T00:00:20.000Z',
    limit: 4,
    columns: dueEventColumns,
  })

  const plan = await planOf(app, query.compile())

  expect(plan).toContain('webhook_events_waiting')
  expect(plan).not.toMatch(/TEMP B-TREE|\bSort\b/)
})

// PostgreSQL's estimate for two pairs alone would make each batch read all payments. A zone change of 100,000 payments
// took 64 seconds in batches of 200. With the instants named too, it takes 8 seconds in batches of 500.
test.runIf(dialect === 'postgres')(
  'each batch of a time zone change reads only the payments of that batch',
  async () => {
    const seen: CompiledQuery[] = []
    await using app = await testApp({
      onPostgresStatement: (text, _, parameters) => {
        if (/\(created_at, id\) <=/.test(text))
          seen.push({ sql: text, parameters } as CompiledQuery)
      },
    })
    await manyRows(app)
    await changeCalendar(app.world, {
      merchantId: (await app.db.selectFrom('merchants').selectAll().executeTakeFirstOrThrow()).id,
      requestedSettings: () => ({ timezone: 'America/New_York' }),
      finish: (inner, { id: merchantId }, settings) =>
        updateMerchantRow(inner.db, { merchantId }, settings),
    })

    const middle = seen.slice(seen.length / 2, seen.length / 2 + 10)
    expect(middle).toHaveLength(10)
    for (const query of middle) {
      const plan = await planOf(app, query)
      expect(plan).not.toMatch(/Seq Scan on transactions/)
      expect(plan).toContain('created_at >= ')
    }
  },
)

// A day of a large merchant may be most of the table, so it is summed in slices.
test('a part of a long day is summed from the payments of that part alone', async () => {
  const { app, merchantId } = await startWithManyRows()
  const from = '2026-01-01T00:00:00.000Z'
  const query = sumTakingsQuery(app.db, {
    merchantId,
    from,
    before: '2026-01-15T00:00:00.000Z',
    after: { value: '2026-01-05T00:00:00.000Z', id: 'txn_5760' },
    upTo: { value: '2026-01-05T05:00:00.000Z', id: 'txn_6060' },
  })
  const plan = await planOf(app, query.compile())
  expect(plan).toMatch(/transactions_/)
  // SQLite starts at the one lower bound that it chooses, so the start of the day must not be a bound too.
  expect(query.compile().parameters).not.toContain(from)
  // For two pairs alone, PostgreSQL would estimate thousands of rows between them.
  if (dialect === 'postgres')
    expect(Number(/ on transactions.* rows=(\d+)/.exec(plan)?.[1])).toBeLessThan(500)
})

test.each([
  ['-createdAt', '2026-01-05T00:00:00.000Z'],
  ['createdAt', '2026-01-05T00:00:00.000Z'],
  ['-amount', 5760],
  ['amount', 5760],
] as const)(
  'a page sorted by %s within a period or a range of amounts begins where the previous page ended',
  async (sort, value) => {
    const { app, merchantId } = await startWithManyRows()
    const bounds =
      typeof value === 'string'
        ? { fromInstant: '2026-01-01T00:00:00.000Z', beforeInstant: '2026-01-14T00:00:00.000Z' }
        : { minAmount: 1, maxAmount: 20_000 }
    const query = listQuery(
      app.db,
      transactionList,
      { merchantId, calendar: 0, dialect, ...bounds },
      { sort, limit: 11, after: { value, id: 'txn_5760' } },
    )
    const plan = await planOf(app, query.compile())
    expect(plan).not.toMatch(fullScanPattern)
    // With the period's bound at the same end, a database may start there and read every earlier page.
    const droppedBound = sort.startsWith('-')
      ? (bounds.beforeInstant ?? bounds.maxAmount)
      : (bounds.fromInstant ?? bounds.minAmount)
    expect(plan).toMatch(
      dialect === 'sqlite' ? /\((?:created_at|amount),id\)[<>]\(\?,\?\)/ : /Index Cond.*ROW\(/,
    )
    expect(query.compile().parameters).not.toContain(droppedBound)
  },
)
