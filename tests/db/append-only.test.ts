import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialect } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const tables = ['transactionEvents', 'auditLog'] as const

const readHistories = async ({ db }: TestApp) => [
  await db
    .selectFrom('transactionEvents')
    .selectAll()
    .orderBy('transactionId')
    .orderBy('sequence')
    .execute(),
  await db.selectFrom('auditLog').selectAll().orderBy('id').execute(),
]

/** Creates a merchant with one payment, which adds rows to the histories. */
async function withPayment(app: TestApp) {
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())
  return alice
}

const changes: [string, RawBuilder<unknown>, RegExp][] = [
  [
    'a status in a history',
    sql`update transaction_events set status = 'failed'`,
    /transaction_events is append-only: its rows are never changed/,
  ],
  [
    'a value to what it is already',
    sql`update transaction_events set status = status`,
    /transaction_events is append-only: its rows are never changed/,
  ],
  [
    'a step of a history',
    sql`delete from transaction_events where sequence = 2`,
    /transaction_events is append-only: only a demo's rows can be deleted/,
  ],
  [
    'who did something',
    sql`update audit_log set actor = 'user:nobody'`,
    /audit_log is append-only: its rows are never changed/,
  ],
  [
    'whose entry it is',
    sql`update audit_log set merchant_id = 'mer_other'`,
    /audit_log is append-only: its rows are never changed/,
  ],
  [
    'an entry',
    sql`delete from audit_log`,
    /audit_log is append-only: only a demo's rows can be deleted/,
  ],
  [
    'an entry by writing over it',
    dialect === 'sqlite'
      ? sql`insert or replace into audit_log select merchant_id, id, at, 'user:nobody', action,
          object_id, before, after, address, request_id from audit_log`
      : sql`insert into audit_log select * from audit_log
          on conflict (merchant_id, id) do update set actor = 'user:nobody'`,
    /audit_log is append-only/,
  ],
  [
    'a real merchant into a demo, whose past may go',
    sql`update merchants set is_demo = 1`,
    /a merchant with payments does not become a demo/,
  ],
]

test.each(changes)('the database refuses to change or delete %s', async (_, change, message) => {
  await using app = await testApp()
  await withPayment(app)
  const before = await readHistories(app)

  await expect(change.execute(app.db)).rejects.toThrow(message)

  expect(await readHistories(app)).toEqual(before)
  expect(before.map(({ length }) => length)).toEqual([2, 1])
})

test('a refused change rolls back the rest of its transaction', async () => {
  await using app = await testApp()
  const { merchant } = await withPayment(app)

  const both = app.db.transaction().execute(async (trx) => {
    await trx.updateTable('merchants').set({ businessName: 'Changed' }).execute()
    await trx.deleteFrom('auditLog').where('merchantId', '=', merchant.id).execute()
  })

  await expect(both).rejects.toThrow('append-only')
  const row = await app.db.selectFrom('merchants').select('businessName').executeTakeFirstOrThrow()
  expect(row.businessName).toBe(merchant.businessName)
})

test.runIf(dialect === 'postgres')('no append-only table can be truncated', async () => {
  await using app = await testApp()
  await withPayment(app)
  const before = await readHistories(app)

  for (const statement of [
    sql`truncate transaction_events`,
    sql`truncate audit_log`,
    sql`truncate merchants cascade`,
  ]) {
    await expect(statement.execute(app.db)).rejects.toThrow('append-only: it is never emptied')
  }

  expect(await readHistories(app)).toEqual(before)
})

test('the history of a demo cannot be changed either, and is deleted with the demo, while others stay', async () => {
  await using app = await testApp()
  await withPayment(app)
  const others = await readHistories(app)
  const visitor = await app.person({ isOnboarded: false })
  const { id: merchantId } = await visitor.api.demo.create.mutate({ timezone: 'UTC' })

  for (const table of tables) {
    const change = app.db
      .updateTable(table)
      .set({ actor: 'x' })
      .where('merchantId', '=', merchantId)
    await expect(change.execute()).rejects.toThrow('its rows are never changed')
    // A statement that would delete rows of a demo and of another merchant deletes none.
    await expect(app.db.deleteFrom(table).execute()).rejects.toThrow('append-only')
  }
  expect(await app.count('transactionEvents')).toBeGreaterThan(1000)
  await visitor.api.demo.remove.mutate({})

  expect(await readHistories(app)).toEqual(others)
})
