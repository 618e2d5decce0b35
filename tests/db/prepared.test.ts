import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { prepareQuery } from '#db/prepared.ts'
import type { SearchTextTable } from '#db/tables/search-tables.ts'
import { dialect, type FreshDatabase, freshDatabase } from '../support/database.ts'

type SearchText = Omit<SearchTextTable, 'seq'>

let fresh: FreshDatabase
let open: OpenDatabase

beforeEach(async () => {
  fresh = await freshDatabase()
  open = openDatabase({ url: fresh.url, poolSize: 1 })
})

afterEach(async () => {
  await open.close()
  await fresh.remove()
})

const text = (objectId: string, more: Partial<SearchText> = {}): SearchText => ({
  merchantId: 'mer_1',
  kind: 'customer',
  objectId,
  text: 'ada rossi',
  ...more,
})

const stored = async () =>
  (await open.db.selectFrom('searchTexts').select('objectId').orderBy('seq').execute()).map(
    ({ objectId }) => objectId,
  )

test('a query is built once and run with each call’s own values', async () => {
  let builtCount = 0
  const insert = prepareQuery((db, row: SearchText) => {
    builtCount += 1
    return db.insertInto('searchTexts').values(row)
  })

  await insert(open.db, text('cus_1'))
  await insert(open.db, text("cus_2'; drop table search_texts; --"))
  await open.db.transaction().execute((trx) => insert(trx, text('cus_3')))

  expect(builtCount).toBe(1)
  expect(await stored()).toEqual(['cus_1', "cus_2'; drop table search_texts; --", 'cus_3'])
})

test('the result’s columns are named as everywhere else', async () => {
  const put = prepareQuery((db, row: SearchText) =>
    db.insertInto('searchTexts').values(row).returning(['merchantId', 'objectId']),
  )
  expect(await put(open.db, text('cus_1'))).toEqual([{ merchantId: 'mer_1', objectId: 'cus_1' }])
})

test('a missing value makes another query, and a null value does not', async () => {
  let builtCount = 0
  type Change = { objectId: string; text?: string; kind?: SearchText['kind'] }
  const change = prepareQuery((db, { objectId, ...columns }: Change) => {
    builtCount += 1
    return db.updateTable('searchTexts').set(columns).where('objectId', '=', objectId)
  })
  await prepareQuery((db, row: SearchText) => db.insertInto('searchTexts').values(row))(
    open.db,
    text('cus_1'),
  )

  await change(open.db, { objectId: 'cus_1', text: 'grace' })
  await change(open.db, { objectId: 'cus_1', text: 'hopper', kind: undefined })
  await change(open.db, { objectId: 'cus_1', kind: 'transaction' })

  expect(builtCount).toBe(2)
  expect(await open.db.selectFrom('searchTexts').select(['text', 'kind']).execute()).toEqual([
    { text: 'hopper', kind: 'transaction' },
  ])
})

test('a query that reads a value while it is built fails at its first use', async () => {
  const insertMarked = prepareQuery((db, row: SearchText) =>
    db.insertInto('searchTexts').values({ ...row, text: `${row.text}!` }),
  )
  await expect(insertMarked(open.db, text('cus_1'))).rejects.toThrow(
    'must not look at the value of text',
  )
})

test.runIf(dialect === 'postgres')('PostgreSQL keeps a prepared query under a name', async () => {
  const insert = prepareQuery((db, row: SearchText) => db.insertInto('searchTexts').values(row))
  const find = prepareQuery((db, filter: { objectId: string }) =>
    db.selectFrom('searchTexts').selectAll().where('objectId', '=', filter.objectId),
  )
  for (const id of ['cus_1', 'cus_2']) await insert(open.db, text(id))
  await find(open.db, { objectId: 'cus_1' })

  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements
  `.execute(open.db)
  // A statement that returns all columns gets no name, because a newer process may add a column.
  expect(rows).toEqual([{ statement: expect.stringContaining('insert into "search_texts"') }])
})
